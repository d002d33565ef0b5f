package library

// Advice says what to use instead of a global variable that other JavaScript systems have and a program has not; it is
// empty for other names. `typeof fetch` is honestly "undefined" and `fetch()` throws "fetch is not defined"; the
// interpreter appends this text when such an error is reported.
func Advice(name string) string {
	return absent[name]
}

const (
	noNetwork = "programs have no network: call a tool through tools"
	noFiles   = "programs have no file system: call a tool through tools"
	noModules = "there are no modules: everything a program can use is a global (tools, console, URL, Intl, crypto, …)"
	noProcess = "programs do not see the process that runs them: what they need comes in through `input` and tools"
	noPage    = "programs do not run in a browser: there is no page"
)

// absent maps the names that programs try to the advice. It is a constant table.
var absent = map[string]string{
	"fetch": noNetwork, "XMLHttpRequest": noNetwork, "WebSocket": noNetwork, "EventSource": noNetwork,
	"Request": noNetwork, "Response": noNetwork, "Headers": noNetwork, "FormData": noNetwork,
	"axios": noNetwork, "http": noNetwork, "https": noNetwork,
	"fs": noFiles, "path": noFiles, "File": noFiles, "FileReader": noFiles, "Blob": noFiles,
	"require": noModules, "module": noModules, "exports": noModules, "importScripts": noModules,
	"process": noProcess, "os": noProcess, "child_process": noProcess, "Deno": noProcess, "Bun": noProcess,
	"__dirname": noFiles, "__filename": noFiles, "global": "write globalThis",
	"window": noPage, "document": noPage, "navigator": noPage, "location": noPage, "localStorage": noPage,
	"sessionStorage": noPage, "self": "write globalThis", "alert": "write console.log", "prompt": noPage,
	"Buffer":                "use TextEncoder and TextDecoder, atob and btoa, or Uint8Array.fromBase64 and toBase64, fromHex and toHex",
	"setImmediate":          "write setTimeout(f, 0)",
	"clearImmediate":        "write clearTimeout",
	"requestAnimationFrame": "write setTimeout(f, 16)",
	"Worker":                "there are no threads: start calls together with Promise.all",
	"SharedArrayBuffer":     "there are no threads: use ArrayBuffer",
	"Atomics":               "there are no threads: plain variables are safe",
	"WebAssembly":           "there is no WebAssembly",
	"Temporal":              "use Date and Intl.DateTimeFormat",
	"print":                 "write console.log, or return the value",
	"println":               "write console.log, or return the value",
	"printf":                "write console.log, or return the value",
	"eval":                  "programs cannot make code from text",
}

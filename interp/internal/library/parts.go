package library

// The parts of the library.
const (
	featureCollections Features = 1 << iota // the program may make a Map or a Set
	featureConsole
	featureConsoleMore
	featureJSON
	featureSymbols
	featureDisposal
	featureGroupBy
	featureFromAsync
	featureIterator
	featurePromise
	featureAny
	featureWeak
	featureWellFormed
	featureError
	featureDOMException
	featureClone
	featureTimers
	featureMicrotask
	featurePerformance
	featureEvents
	featureText
	featureBase64
	featureCrypto
	featureURL
	featureRegExp
)

// parts lists the library in the order in which it is put in place. It is a constant table.
var parts = []part{
	{feature: featureCollections, names: "Map Set groupBy"},
	{feature: featureConsole, names: "console", install: installConsole},
	{feature: featureConsoleMore, names: "assert clear count countReset dir dirxml group groupCollapsed groupEnd table time timeEnd timeLog trace", install: installConsoleMore},
	{feature: featureJSON, names: "JSON", install: installJSON},
	{feature: featureSymbols, names: "asyncIterator dispose asyncDispose", install: script("symbols.js")},
	{feature: featureDisposal, names: "SuppressedError DisposableStack AsyncDisposableStack", needs: featureSymbols, install: script("disposal.js")},
	{feature: featureGroupBy, names: "groupBy", install: script("groupby.js")},
	{feature: featureFromAsync, names: "fromAsync", needs: featureSymbols, install: script("fromasync.js")},
	{feature: featureIterator, names: "Iterator values entries keys matchAll iterator yield", except: "Object.values Object.entries Object.keys", install: script("iterator.js")},
	{feature: featurePromise, names: "withResolvers Promise.try", install: script("promise.js")},
	{feature: featureAny, names: "Promise.any", install: script("any.js")},
	{feature: featureWeak, names: "WeakRef FinalizationRegistry", install: script("weak.js")},
	{feature: featureWellFormed, names: "isWellFormed toWellFormed", install: installWellFormed},
	{feature: featureError, names: "captureStackTrace stackTraceLimit", install: script("error.js")},
	{feature: featureDOMException, names: "DOMException", install: script("domexception.js")},
	{feature: featureClone, names: "structuredClone", needs: featureDOMException, install: script("clone.js", kindOf)},
	{feature: featureTimers, names: "setTimeout setInterval clearTimeout clearInterval", install: installTimers},
	{feature: featureMicrotask, names: "queueMicrotask", install: script("microtask.js")},
	{feature: featurePerformance, names: "performance", install: installPerformance},
	{feature: featureEvents, names: "Event CustomEvent EventTarget AbortController AbortSignal", needs: featureDOMException | featureTimers | featurePerformance, install: script("events.js", showAs)},
	{feature: featureText, names: "TextEncoder TextDecoder", install: script("text.js", encode, decode, encodingOf, unfinished)},
	{feature: featureBase64, names: "atob btoa", needs: featureDOMException, install: script("base64.js", fromBase64, toBase64)},
	{feature: featureCrypto, names: "crypto Crypto SubtleCrypto", needs: featureDOMException, install: script("crypto.js", random, digest)},
	{feature: featureRegExp, names: "RegExp", install: installRegExp},
	{feature: featureURL, names: "URL URLSearchParams", install: script("url.js", parseURL, changeURL, parseQuery, formatQuery, showAs)},
}

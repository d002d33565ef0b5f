// Package interp runs programs that language models write: the body of an async function in JavaScript or TypeScript, that
// reaches its host only through named functions and answers with one JSON value. It knows nothing of tools, permissions or
// schedules; everything that crosses its border is JSON text. Programs are in strict mode, as TypeScript and modules are.
//
//	engine := interp.New(nil)
//	outcome, err := engine.Run(ctx, interp.Request{Program: `return 6 * 7`})
//
// The [Engine] interface is the border. [Interpreter] implements it in this process.
package interp

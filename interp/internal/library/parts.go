package library

// collections is the first part: the program may make a Map or a Set, which the console then knows how to show.
const collections Features = 1

// parts lists the library in the order in which it is put in place; the place of a part is its bit in Features. It is a
// constant table.
var parts = []part{
	{names: "Map Set groupBy"},
	{names: "console", install: installConsole},
	{names: "assert clear count countReset dir dirxml group groupCollapsed groupEnd table time timeEnd timeLog trace", install: installConsoleMore},
	{names: "JSON", install: installJSON},
	{names: "asyncIterator dispose asyncDispose", install: script("symbols.js")},
	{names: "SuppressedError DisposableStack AsyncDisposableStack", needs: "asyncIterator", install: script("disposal.js")},
	{names: "groupBy", install: script("groupby.js")},
	{names: "fromAsync", needs: "asyncIterator", install: script("fromasync.js")},
	{names: "Iterator values entries keys matchAll iterator yield", except: "Object.values Object.entries Object.keys", install: script("iterator.js")},
	{names: "withResolvers Promise.try", install: script("promise.js")},
	{names: "Promise.any", install: script("any.js")},
	{names: "WeakRef FinalizationRegistry", install: script("weak.js")},
	{names: "isWellFormed toWellFormed", install: installWellFormed},
	{names: "captureStackTrace stackTraceLimit", install: script("error.js")},
	{names: "DOMException", install: script("domexception.js")},
	{names: "structuredClone", needs: "DOMException", install: script("clone.js", kindOf)},
	{names: "setTimeout setInterval clearTimeout clearInterval", install: installTimers},
	{names: "queueMicrotask", install: script("microtask.js", uncaught)},
	{names: "performance", install: installPerformance},
	{names: "Event CustomEvent EventTarget AbortController AbortSignal", needs: "DOMException setTimeout performance", install: script("events.js", uncaught)},
	{names: "TextEncoder TextDecoder", install: script("text.js", encode, decode, encodingOf, unfinished)},
	{names: "atob btoa", needs: "DOMException", install: script("base64.js", fromBase64, toBase64)},
	{names: "crypto Crypto SubtleCrypto", needs: "DOMException", install: script("crypto.js", random, digest)},
	{names: "RegExp", install: installRegExp},
	{names: "Proxy", install: installProxy},
	{names: "Date", install: installDate},
	{names: "getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getTimezoneOffset getYear", needs: "Date", install: installDateGetters},
	{names: "setFullYear setMonth setDate setHours setMinutes setSeconds setMilliseconds setYear", needs: "Date", install: installDateSetters},
	{names: "URL URLSearchParams", install: script("url.js", parseURL, changeURL, parseQuery, formatQuery, showAs)},
	{names: "Intl", install: script("intl.js", numberFormat, dateTimeFormat, collator, pluralRules, listFormat, relativeTimeFormat, displayNames, segmenter, canonicalLocales, supportedLocales, supportedValues)},
	{names: "toLocaleString toLocaleDateString toLocaleTimeString", install: installLocaleMethods},
	{names: "localeCompare", install: installLocaleCompare},
	{names: "toLocaleLowerCase toLocaleUpperCase", install: installLocaleCase},
	{names: "sort toSorted", install: installSort},

	{names: "replace replaceAll match split RegExp", install: installRegExpMethods},
	{names: "matchAll", install: installMatchAll},
	{names: "replaceAll", install: fixReplaceAll},
	{names: "toExponential toPrecision", install: fixNegativeRounding},
	{names: "Math.sign", install: fixSign},
	{names: "BigInt asIntN asUintN BigInt64Array BigUint64Array getBigInt64 getBigUint64", install: script("number.js", toNumeric)},
	{names: "toString", install: fixRadix},
	{names: "getYear setYear toGMTString", install: installOldDates},

	{names: "shift unshift", install: installQueues},

	// Guards come last: the parts above use the functions as they are.
	{names: "fill", install: guarded("Array", checkLength, "fill")},
	{names: "join Array String toString", install: guarded("Array", checkJoin, "join")},
	{names: "parseFloat", install: guardParseFloat},
	{names: "reverse toReversed", install: guarded("Array", checkLength, "reverse", "toReversed")},
	{names: "indexOf lastIndexOf includes", install: guarded("Array", checkLength, "indexOf", "lastIndexOf", "includes")},
	{names: "concat", install: guarded("Array", checkConcat, "concat")},
	{names: "flat", install: guarded("Array", checkFlat, "flat")},
	{names: "slice splice toSpliced copyWithin with shift unshift", install: guarded("Array", checkLength, "slice", "splice", "toSpliced", "copyWithin", "with", "shift", "unshift")},
	{names: "repeat padStart padEnd", install: each(guarded("String", checkRepeat, "repeat"), guarded("String", checkPad, "padStart", "padEnd"))},
	{names: "apply Reflect.construct", install: each(guarded("Function", checkArguments, "apply"), guardedStatic("Reflect", checkArguments, "apply", "construct"))},
	{names: "Array.from", install: guardedStatic("Array", checkFrom, "from")},
	{names: "Array", install: guarded("Array", checkLength, "map", "filter", "forEach", "some", "every", "reduce", "reduceRight", "flatMap")},
	{names: "ArrayBuffer Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array", install: each(guardBuffers, fixTypedFrom)},
}

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
	featureSort
	featureIntl
	featureLocaleMethods
	featureLocaleCompare
	fixReplace
	fixMath
	oldDates
	guardFill
	guardJoin
	guardReverse
	guardSearch
	guardConcat
	guardFlat
	guardMove
	guardText
	guardApply
	guardFrom
	guardVisit
	guardBuffer
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
	{feature: featureIntl, names: "Intl", install: script("intl.js", numberFormat, dateTimeFormat, collator, pluralRules, listFormat, relativeTimeFormat, displayNames, segmenter, canonicalLocales, supportedLocales, supportedValues)},
	{feature: featureLocaleMethods, names: "toLocaleString toLocaleDateString toLocaleTimeString", install: installLocaleMethods},
	{feature: featureLocaleCompare, names: "localeCompare", install: installLocaleCompare},
	{feature: featureSort, names: "sort toSorted", install: installSort},

	{feature: fixReplace, names: "replaceAll", install: fixReplaceAll},
	{feature: fixMath, names: "Math.sign", install: fixSign},
	{feature: oldDates, names: "getYear setYear toGMTString", install: installOldDates},

	// Guards come last: the parts above use the functions as they are.
	{feature: guardFill, names: "fill", install: guarded("Array", checkLength, "fill")},
	{feature: guardJoin, names: "join Array", install: guarded("Array", checkJoin, "join")},
	{feature: guardReverse, names: "reverse toReversed", install: guarded("Array", checkLength, "reverse", "toReversed")},
	{feature: guardSearch, names: "indexOf lastIndexOf includes", install: guarded("Array", checkLength, "indexOf", "lastIndexOf", "includes")},
	{feature: guardConcat, names: "concat", install: guarded("Array", checkConcat, "concat")},
	{feature: guardFlat, names: "flat", install: guarded("Array", checkFlat, "flat")},
	{feature: guardMove, names: "slice splice toSpliced copyWithin with shift unshift", install: guarded("Array", checkLength, "slice", "splice", "toSpliced", "copyWithin", "with", "shift", "unshift")},
	{feature: guardText, names: "repeat padStart padEnd", install: each(guarded("String", checkRepeat, "repeat"), guarded("String", checkPad, "padStart", "padEnd"))},
	{feature: guardApply, names: "apply Reflect.construct", install: each(guarded("Function", checkArguments, "apply"), guardedStatic("Reflect", checkArguments, "apply", "construct"))},
	{feature: guardFrom, names: "Array.from", install: guardedStatic("Array", checkFrom, "from")},
	{feature: guardVisit, names: "Array", install: guarded("Array", checkLength, "map", "filter", "forEach", "some", "every", "reduce", "reduceRight", "flatMap")},
	{feature: guardBuffer, names: "ArrayBuffer Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array", install: each(guardBuffers, fixTypedFrom)},
}

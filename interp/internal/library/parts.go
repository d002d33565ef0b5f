package library

// The parts of the library.
const (
	featureCollections Features = 1 << iota // the program may make a Map or a Set
	featureConsole
	featureConsoleMore
	featureJSON
)

// parts lists the library in the order in which it is put in place. It is a constant table.
var parts = []part{
	{featureCollections, "Map Set groupBy", func(*library) error { return nil }},
	{featureConsole, "console", installConsole},
	{featureConsoleMore, "assert clear count countReset dir dirxml group groupCollapsed groupEnd table time timeEnd timeLog trace", installConsoleMore},
	{featureJSON, "JSON", installJSON},
}

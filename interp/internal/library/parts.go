package library

// parts lists the library. Order matters where a part builds on another. It is a constant table.
var parts = []part{}

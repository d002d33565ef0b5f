// The well-known symbols that asynchronous iteration and explicit resource management need.
(function (define) {
  for (const name of ['asyncIterator', 'dispose', 'asyncDispose']) {
    if (Symbol[name] === undefined) {
      Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`), writable: false, enumerable: false, configurable: false })
    }
  }
})

// DOMException, the class of the errors that the web API throws.
(function (define) {
  const codes = {
    IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7,
    NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12,
    InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18,
    NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24,
    DataCloneError: 25,
  }

  class DOMException extends Error {
    #name
    constructor(message = '', options = 'Error') {
      super(String(message))
      if (options !== null && typeof options === 'object') {
        this.#name = String(options.name ?? 'Error')
        if ('cause' in options) define(this, { cause: options.cause })
      } else {
        this.#name = String(options)
      }
      define(this, { stack: this.stack.replace(/^Error/, () => this.#name) })
    }
    get name() { return this.#name }
    get code() { return codes[this.#name] ?? 0 }
  }
  Object.defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true })
  define(globalThis, { DOMException })
})

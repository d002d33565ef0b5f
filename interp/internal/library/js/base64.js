// atob and btoa.
(function (define, native) {
  const invalid = () => { throw new DOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError') }
  define(globalThis, {
    atob(data) {
      if (arguments.length === 0) throw new TypeError('The "data" argument must be specified')
      return native.fromBase64(`${data}`) ?? invalid()
    },
    btoa(data) {
      if (arguments.length === 0) throw new TypeError('The "data" argument must be specified')
      const encoded = native.toBase64(`${data}`)
      if (encoded === undefined) throw new DOMException('Invalid character', 'InvalidCharacterError')
      return encoded
    },
  })
})

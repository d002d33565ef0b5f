// The parts of Web Crypto that need no keys: random numbers and digests.
(function (define, native) {
  const secret = Symbol('crypto')
  const quota = 65536
  const integers = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array']

  class SubtleCrypto {
    constructor(key) { if (key !== secret) throw new TypeError('Illegal constructor') }
    async digest(algorithm, data) {
      const name = String(typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm)
      let bytes
      if (ArrayBuffer.isView(data)) bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      else if (data instanceof ArrayBuffer) bytes = new Uint8Array(data)
      else throw new TypeError("Failed to execute 'digest' on 'SubtleCrypto': 2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.")
      const digest = native.digest(name.toUpperCase(), bytes)
      if (digest === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError')
      return digest
    }
  }

  class Crypto {
    #subtle = new SubtleCrypto(secret)
    constructor(key) { if (key !== secret) throw new TypeError('Illegal constructor') }
    get subtle() { return this.#subtle }
    getRandomValues(array) {
      if (!ArrayBuffer.isView(array) || !integers.includes(array[Symbol.toStringTag])) {
        throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError')
      }
      if (array.byteLength > quota) {
        throw new DOMException(`The requested length exceeds 65,536 bytes`, 'QuotaExceededError')
      }
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(new Uint8Array(native.random(array.byteLength)))
      return array
    }
    randomUUID() {
      const bytes = new Uint8Array(native.random(16))
      bytes[6] = bytes[6] & 0x0f | 0x40
      bytes[8] = bytes[8] & 0x3f | 0x80
      const hex = Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    }
  }

  for (const c of [Crypto, SubtleCrypto]) {
    Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true })
  }
  define(globalThis, { Crypto, SubtleCrypto, crypto: new Crypto(secret) })
})

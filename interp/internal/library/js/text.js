// TextEncoder and TextDecoder.
(function (define, native) {
  class TextEncoder {
    get encoding() { return 'utf-8' }
    encode(text = '') { return new Uint8Array(native.encode(`${text}`)) }
    encodeInto(text, target) {
      if (!(target instanceof Uint8Array)) throw new TypeError('The "dest" argument must be an instance of Uint8Array.')
      let read = 0
      let written = 0
      for (const character of `${text}`) {
        const bytes = new Uint8Array(native.encode(character))
        if (written + bytes.length > target.length) break
        target.set(bytes, written)
        written += bytes.length
        read += character.length
      }
      return { read, written }
    }
  }

  class TextDecoder {
    #encoding; #fatal; #ignoreBOM
    #rest = new Uint8Array(0)
    #started = false
    constructor(label = 'utf-8', options) {
      this.#encoding = native.encodingOf(`${label}`.trim())
      this.#fatal = Boolean(options?.fatal)
      this.#ignoreBOM = Boolean(options?.ignoreBOM)
    }
    get encoding() { return this.#encoding }
    get fatal() { return this.#fatal }
    get ignoreBOM() { return this.#ignoreBOM }
    decode(input, options) {
      const stream = Boolean(options?.stream)
      let bytes = view(input)
      if (this.#rest.length > 0) {
        const joined = new Uint8Array(this.#rest.length + bytes.length)
        joined.set(this.#rest)
        joined.set(bytes, this.#rest.length)
        bytes = joined
      }
      const keep = stream ? native.unfinished(bytes, this.#encoding) : 0
      this.#rest = bytes.slice(bytes.length - keep)
      let text = native.decode(bytes.subarray(0, bytes.length - keep), this.#encoding, this.#fatal)
      if (!this.#started && text.length > 0) {
        this.#started = true
        if (!this.#ignoreBOM && text[0] === '\ufeff') text = text.slice(1)
      }
      if (!stream) this.#started = false
      return text
    }
  }

  const view = input => {
    if (input === undefined) return new Uint8Array(0)
    if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    if (input instanceof ArrayBuffer) return new Uint8Array(input)
    throw new TypeError('The "list" argument must be an instance of ArrayBuffer or ArrayBufferView.')
  }

  for (const c of [TextEncoder, TextDecoder]) {
    Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true })
  }
  define(globalThis, { TextEncoder, TextDecoder })
})

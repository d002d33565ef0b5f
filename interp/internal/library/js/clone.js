// structuredClone.
(function (define, native) {
  const { apply } = Reflect
  const { getOwnPropertyDescriptor, defineProperty } = Object
  const { get, set, has } = Map.prototype
  const refuse = what => { throw new DOMException(`${what} could not be cloned.`, 'DataCloneError') }
  const put = (o, key, value) => defineProperty(o, key, { value, writable: true, enumerable: true, configurable: true })
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }

  function clone(v, seen) {
    if (typeof v === 'symbol') refuse(String(v))
    if (typeof v === 'function') refuse(String(v))
    if (v === null || typeof v !== 'object') return v
    if (apply(has, seen, [v])) return apply(get, seen, [v])
    const remember = copy => { apply(set, seen, [v, copy]); return copy }
    switch (native.kindOf(v)) {
      case 'Array': {
        const copy = remember(new Array(v.length))
        for (const key of Object.keys(v)) put(copy, key, clone(v[key], seen))
        return copy
      }
      case 'Map': {
        const copy = remember(new Map())
        const entries = [...v]
        for (const [key, value] of entries) apply(set, copy, [clone(key, seen), clone(value, seen)])
        return copy
      }
      case 'Set': {
        const copy = remember(new Set())
        for (const value of [...v]) copy.add(clone(value, seen))
        return copy
      }
      case 'Date': return remember(new Date(v.getTime()))
      case 'RegExp': return remember(new RegExp(v.source, v.flags))
      case 'Number': return remember(Object(Number(v)))
      case 'String': return remember(Object(String(v)))
      case 'Boolean': return remember(Object(Boolean.prototype.valueOf.call(v)))
      case 'BigInt': return remember(Object(BigInt.prototype.valueOf.call(v)))
      case 'ArrayBuffer': return remember(v.slice(0))
      case 'TypedArray': {
        const buffer = clone(v.buffer, seen)
        return remember(new globalThis[v[Symbol.toStringTag]](buffer, v.byteOffset, v.length))
      }
      case 'Error': return cloneError(v, remember, seen)
      case 'Object': {
        const copy = remember({})
        for (const key of Object.keys(v)) put(copy, key, clone(v[key], seen))
        return copy
      }
      default: return refuse(`#<${native.kindOf(v).trim()}>`)
    }
  }

  function cloneError(v, remember, seen) {
    const copy = remember(new (errors[v.name] ?? Error)())
    for (const key of ['message', 'stack', 'cause']) {
      const own = getOwnPropertyDescriptor(v, key)
      if (own && 'value' in own) {
        const value = key === 'cause' ? clone(own.value, seen) : String(own.value)
        defineProperty(copy, key, { value, writable: true, enumerable: false, configurable: true })
      }
    }
    return copy
  }

  define(globalThis, {
    structuredClone(value, options) {
      if (arguments.length === 0) throw new TypeError('The "value" argument must be specified')
      const transfer = options?.transfer
      if (transfer !== undefined && [...transfer].length > 0) {
        throw new DOMException('structuredClone cannot transfer here; leave out the option.', 'DataCloneError')
      }
      return clone(value, new Map())
    },
  })
})

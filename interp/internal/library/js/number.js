// Number for programs with BigInts: the machine's own keeps their lowest 64 bits only.
(function (define, { toNumeric }) {
  const Native = Number
  const toNative = value => {
    value = toNumeric(value)
    return Native(typeof value === 'bigint' ? `${value}` : value)
  }
  function NumberOf(...values) {
    const number = values.length > 0 ? toNative(values[0]) : 0
    return new.target ? Reflect.construct(Native, [number], new.target) : number
  }
  for (const name of Object.getOwnPropertyNames(Native)) {
    if (name !== 'prototype') Object.defineProperty(NumberOf, name, Object.getOwnPropertyDescriptor(Native, name))
  }
  Object.defineProperty(NumberOf, 'prototype', { value: Native.prototype, writable: false })
  define(Native.prototype, { constructor: NumberOf })
  define(globalThis, { Number: NumberOf })
})

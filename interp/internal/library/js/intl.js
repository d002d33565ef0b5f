// Intl. Each service holds an object with the native functions of one formatter.
(function (define, native) {
  const states = new WeakMap()
  const { get, set } = WeakMap.prototype
  const { apply } = Reflect
  const remember = (object, state) => { apply(set, states, [object, state]) }
  const stateOf = (object, name) => {
    const state = typeof object === 'object' && object !== null ? apply(get, states, [object]) : undefined
    if (state?.name !== name) throw new TypeError(`Method Intl.${name}.prototype method called on incompatible receiver ${String(object)}`)
    return state
  }
  const tag = (prototype, name) => Object.defineProperty(prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true })

  // service makes a constructor. Bound names a method that is a getter of a bound function; methods are the others.
  const service = (name, make, { bound, methods, callable }) => {
    const init = (object, args) => {
      remember(object, { name, native: make(...args), bound: undefined })
      return object
    }
    const C = { [name]: function (locales = undefined, options = undefined) {
      if (new.target === undefined) {
        if (!callable) throw new TypeError(`Constructor Intl.${name} requires 'new'`)
        return init(Object.create(C.prototype), [locales, options])
      }
      init(this, [locales, options])
    } }[name]
    Object.defineProperty(C, 'length', { value: 0, configurable: true })
    Object.defineProperty(C, 'prototype', { writable: false })
    if (bound) {
      Object.defineProperty(C.prototype, bound, {
        get() {
          const state = stateOf(this, name)
          const { native } = state
          return state.bound ??= Object.defineProperty(bound === 'compare' ? (x, y) => native.compare(x, y) : x => native[bound](x), 'name', { value: '' })
        },
        configurable: true,
      })
    }
    for (const m of [...methods, 'resolvedOptions']) {
      define(C.prototype, { [m](...args) { return stateOf(this, name).native[m](...args) } })
    }
    define(C, { supportedLocalesOf(locales) { return native.supportedLocales(locales) } })
    tag(C.prototype, name)
    return C
  }

  const Intl = {}
  define(Intl, {
    NumberFormat: service('NumberFormat', native.numberFormat, { bound: 'format', methods: ['formatToParts', 'formatRange', 'formatRangeToParts'], callable: true }),
    DateTimeFormat: service('DateTimeFormat', native.dateTimeFormat, { bound: 'format', methods: ['formatToParts', 'formatRange', 'formatRangeToParts'], callable: true }),
    Collator: service('Collator', native.collator, { bound: 'compare', methods: [], callable: true }),
    PluralRules: service('PluralRules', native.pluralRules, { methods: ['select', 'selectRange'] }),
    getCanonicalLocales(locales) { return native.canonicalLocales(locales) },
    supportedValuesOf(key) { return native.supportedValues(key) },
  })
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true })
  define(globalThis, { Intl })
})

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

  // Segments is what Segmenter.prototype.segment returns.
  class Segments {
    #list
    constructor(list) { this.#list = list }
    containing(index = 0) {
      const at = Math.trunc(Number(index)) || 0
      if (at < 0) return undefined
      const found = this.#list.findLast(s => s.index <= at)
      return found && at < found.index + found.segment.length ? { ...found } : undefined
    }
    *[Symbol.iterator]() { for (const s of this.#list) yield { ...s } }
  }
  Object.defineProperty(Segments.prototype, 'constructor', { value: Object })

  const keywords = { calendar: 'ca', collation: 'co', hourCycle: 'hc', caseFirst: 'kf', numeric: 'kn', numberingSystem: 'nu' }

  class Locale {
    #tag; #language; #script; #region; #keywords
    constructor(tag, options) {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) {
        throw new TypeError('First argument to Intl.Locale constructor can\'t be empty or missing')
      }
      const [canonical] = native.canonicalLocales(`${tag}`)
      const [base, extension = ''] = canonical.split('-u-')
      const [language, ...rest] = base.split('-')
      this.#language = options?.language ?? language
      this.#script = options?.script ?? rest.find(s => s.length === 4 && /^[a-z]/i.test(s))
      this.#region = options?.region ?? rest.find(s => /^([a-z]{2}|\d{3})$/i.test(s))
      this.#keywords = new Map([...extension.matchAll(/(?:^|-)([a-z\d]{2})((?:-[a-z\d]{3,8})*)/g)].map(([, key, value]) => [key, value.slice(1)]))
      for (const [name, key] of Object.entries(keywords)) {
        if (options?.[name] !== undefined) this.#keywords.set(key, `${options[name]}`.replace(/^true$/, ''))
      }
      const unicode = [...this.#keywords].sort(([a], [b]) => a < b ? -1 : 1).map(([k, v]) => v ? `${k}-${v}` : k)
      const text = [this.#language, this.#script, this.#region].filter(Boolean).join('-')
      this.#tag = native.canonicalLocales(unicode.length ? `${text}-u-${unicode.join('-')}` : text)[0]
    }
    get baseName() { return this.#tag.split('-u-')[0] }
    get language() { return this.#language }
    get script() { return this.#script }
    get region() { return this.#region }
    get calendar() { return this.#keywords.get('ca') }
    get collation() { return this.#keywords.get('co') }
    get hourCycle() { return this.#keywords.get('hc') }
    get caseFirst() { return this.#keywords.get('kf') }
    get numeric() { return this.#keywords.has('kn') && this.#keywords.get('kn') !== 'false' }
    get numberingSystem() { return this.#keywords.get('nu') }
    toString() { return this.#tag }
  }
  tag(Locale.prototype, 'Locale')

  const Segmenter = service('Segmenter', native.segmenter, { methods: [] })
  define(Segmenter.prototype, { segment(text) { return new Segments(stateOf(this, 'Segmenter').native.segments(text)) } })

  const Intl = {}
  define(Intl, {
    NumberFormat: service('NumberFormat', native.numberFormat, { bound: 'format', methods: ['formatToParts', 'formatRange', 'formatRangeToParts'], callable: true }),
    DateTimeFormat: service('DateTimeFormat', native.dateTimeFormat, { bound: 'format', methods: ['formatToParts', 'formatRange', 'formatRangeToParts'], callable: true }),
    Collator: service('Collator', native.collator, { bound: 'compare', methods: [], callable: true }),
    PluralRules: service('PluralRules', native.pluralRules, { methods: ['select', 'selectRange'] }),
    ListFormat: service('ListFormat', native.listFormat, { methods: ['format', 'formatToParts'] }),
    RelativeTimeFormat: service('RelativeTimeFormat', native.relativeTimeFormat, { methods: ['format', 'formatToParts'] }),
    DisplayNames: service('DisplayNames', native.displayNames, { methods: ['of'] }),
    Segmenter,
    Locale,
    getCanonicalLocales(locales) { return native.canonicalLocales(locales) },
    supportedValuesOf(key) { return native.supportedValues(key) },
  })
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true })
  define(globalThis, { Intl })
})

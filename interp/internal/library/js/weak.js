// WeakRef keeps its target for the whole of a run, and FinalizationRegistry never calls back; the language allows both.
(function (define) {
  const isTarget = v => typeof v === 'object' && v !== null || typeof v === 'function' || typeof v === 'symbol'

  class WeakRef {
    #target
    constructor(target) {
      if (!isTarget(target)) throw new TypeError('WeakRef: target must be an object')
      this.#target = target
    }
    deref() { return this.#target }
  }

  class FinalizationRegistry {
    constructor(cleanup) {
      if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable')
    }
    register(target) {
      if (!isTarget(target)) throw new TypeError('FinalizationRegistry.prototype.register: invalid target')
    }
    unregister() { return false }
  }

  for (const c of [WeakRef, FinalizationRegistry]) {
    Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true })
  }
  define(globalThis, { WeakRef, FinalizationRegistry })
})

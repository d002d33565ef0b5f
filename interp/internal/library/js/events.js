// Event, CustomEvent, EventTarget, AbortSignal and AbortController.
(function (define, { uncaught }) {
  const timer = setTimeout
  const ready = Promise.resolve()
  const { then } = Promise.prototype
  const { apply } = Reflect
  const tag = c => Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true })
  const requireArguments = (got, want) => {
    if (got < want) throw new TypeError(`${want} argument${want > 1 ? 's' : ''} required, but only ${got} present.`)
  }

  let begin, finish, stopped

  class Event {
    #type; #bubbles; #cancelable; #composed
    #prevented = false
    #stopped = false
    #target = null
    #dispatching = false
    #time = performance.now()
    constructor(type, options) {
      requireArguments(arguments.length, 1)
      this.#type = String(type)
      this.#bubbles = Boolean(options?.bubbles)
      this.#cancelable = Boolean(options?.cancelable)
      this.#composed = Boolean(options?.composed)
    }
    get type() { return this.#type }
    get target() { return this.#target }
    get srcElement() { return this.#target }
    get currentTarget() { return this.#dispatching ? this.#target : null }
    get eventPhase() { return this.#dispatching ? 2 : 0 }
    get bubbles() { return this.#bubbles }
    get cancelable() { return this.#cancelable }
    get composed() { return this.#composed }
    get defaultPrevented() { return this.#prevented }
    get returnValue() { return !this.#prevented }
    get isTrusted() { return false }
    get timeStamp() { return this.#time }
    composedPath() { return this.#dispatching ? [this.#target] : [] }
    preventDefault() { if (this.#cancelable) this.#prevented = true }
    stopPropagation() {}
    stopImmediatePropagation() { this.#stopped = true }
    static {
      begin = (event, target) => {
        if (event.#dispatching) throw new DOMException('The event is already being dispatched', 'InvalidStateError')
        event.#dispatching = true
        event.#target = target
      }
      finish = event => { event.#dispatching = event.#stopped = false }
      stopped = event => event.#stopped
    }
  }

  class CustomEvent extends Event {
    #detail
    constructor(type, options) {
      requireArguments(arguments.length, 1)
      super(type, options)
      this.#detail = options?.detail ?? null
    }
    get detail() { return this.#detail }
  }

  class EventTarget {
    #listeners = []
    addEventListener(type, listener, options) {
      requireArguments(arguments.length, 2)
      if (listener === null || listener === undefined) return
      const { once = false, signal, capture = false } = typeof options === 'object' && options !== null ? options : { capture: Boolean(options) }
      if (signal?.aborted) return
      type = String(type)
      if (this.#listeners.some(l => l.type === type && l.listener === listener && l.capture === capture)) return
      const entry = { type, listener, capture, once }
      this.#listeners.push(entry)
      signal?.addEventListener('abort', () => this.#remove(entry), { once: true })
    }
    removeEventListener(type, listener, options) {
      requireArguments(arguments.length, 2)
      const capture = typeof options === 'object' && options !== null ? Boolean(options.capture) : Boolean(options)
      const entry = this.#listeners.find(l => l.type === String(type) && l.listener === listener && l.capture === capture)
      if (entry) this.#remove(entry)
    }
    #remove(entry) {
      entry.removed = true
      this.#listeners = this.#listeners.filter(l => l !== entry)
    }
    dispatchEvent(event) {
      if (!(event instanceof Event)) throw new TypeError('The "event" argument must be an instance of Event.')
      begin(event, this)
      for (const entry of [...this.#listeners]) {
        if (entry.type !== event.type || entry.removed) continue
        if (entry.once) this.#remove(entry)
        call(entry.listener, this, event)
        if (stopped(event)) break
      }
      finish(event)
      return !event.defaultPrevented
    }
  }

  // call runs a listener. What it throws does not reach the dispatcher; it ends the program as an uncaught exception does.
  const call = (listener, target, event) => {
    try {
      if (typeof listener === 'function') listener.call(target, event)
      else listener.handleEvent?.(event)
    } catch (error) {
      apply(then, ready, [() => uncaught(error)])
    }
  }

  const secret = Symbol('AbortSignal')
  let abort

  class AbortSignal extends EventTarget {
    #aborted = false
    #reason
    #followers = []
    #handler = null
    constructor(key) {
      if (key !== secret) throw new TypeError('Illegal constructor')
      super()
    }
    get aborted() { return this.#aborted }
    get reason() { return this.#reason }
    get onabort() { return this.#handler }
    set onabort(f) {
      if (this.#handler) this.removeEventListener('abort', this.#handler)
      this.#handler = typeof f === 'function' ? f : null
      if (this.#handler) this.addEventListener('abort', this.#handler)
    }
    throwIfAborted() { if (this.#aborted) throw this.#reason }
    static abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
      const signal = new AbortSignal(secret)
      signal.#aborted = true
      signal.#reason = reason
      return signal
    }
    static timeout(delay) {
      if (typeof delay !== 'number') throw new TypeError('The "delay" argument must be of type number.')
      const signal = new AbortSignal(secret)
      timer(() => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), delay)
      return signal
    }
    static any(signals) {
      const result = new AbortSignal(secret)
      const sources = [...signals]
      const done = sources.find(s => s.aborted)
      if (done) {
        result.#aborted = true
        result.#reason = done.reason
        return result
      }
      for (const source of sources) source.#followers.push(result)
      return result
    }
    static {
      abort = (signal, reason) => {
        if (signal.#aborted) return
        signal.#aborted = true
        signal.#reason = reason
        signal.dispatchEvent(new Event('abort'))
        for (const follower of signal.#followers) abort(follower, reason)
        signal.#followers = []
      }
    }
  }

  class AbortController {
    #signal = new AbortSignal(secret)
    get signal() { return this.#signal }
    abort(reason = new DOMException('This operation was aborted', 'AbortError')) { abort(this.#signal, reason) }
  }

  for (const c of [Event, CustomEvent, EventTarget, AbortSignal, AbortController]) tag(c)
  define(globalThis, { Event, CustomEvent, EventTarget, AbortSignal, AbortController })
})

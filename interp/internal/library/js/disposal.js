// SuppressedError and the two stacks of explicit resource management.
(function (define) {
  const { dispose, asyncDispose } = Symbol

  class SuppressedError extends Error {
    constructor(error, suppressed, message) {
      super(message)
      define(this, { error, suppressed })
    }
  }
  define(SuppressedError.prototype, { name: 'SuppressedError' })

  const keep = (pending, error) => pending ? new SuppressedError(error, pending.error) : error

  class DisposableStack {
    #resources = []
    #disposed = false
    get disposed() { return this.#disposed }
    #check() { if (this.#disposed) throw new ReferenceError('Cannot add values to a disposed stack!') }
    use(value) {
      this.#check()
      if (value === null || value === undefined) return value
      const method = value[dispose]
      if (typeof method !== 'function') throw new TypeError('Object is not disposable')
      this.#resources.push(() => method.call(value))
      return value
    }
    adopt(value, onDispose) {
      this.#check()
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`)
      this.#resources.push(() => onDispose(value))
      return value
    }
    defer(onDispose) {
      this.#check()
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`)
      this.#resources.push(() => onDispose())
    }
    move() {
      this.#check()
      const next = new DisposableStack()
      next.#resources = this.#resources
      this.#resources = []
      this.#disposed = true
      return next
    }
    dispose() {
      if (this.#disposed) return
      this.#disposed = true
      let pending
      while (this.#resources.length > 0) {
        try {
          this.#resources.pop()()
        } catch (error) {
          pending = { error: keep(pending, error) }
        }
      }
      if (pending) throw pending.error
    }
  }

  class AsyncDisposableStack {
    #resources = []
    #disposed = false
    get disposed() { return this.#disposed }
    #check() { if (this.#disposed) throw new ReferenceError('Cannot add values to a disposed stack!') }
    use(value) {
      this.#check()
      if (value === null || value === undefined) return value
      const method = value[asyncDispose] ?? value[dispose]
      if (typeof method !== 'function') throw new TypeError('Object is not async disposable')
      this.#resources.push(() => method.call(value))
      return value
    }
    adopt(value, onDispose) {
      this.#check()
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`)
      this.#resources.push(() => onDispose(value))
      return value
    }
    defer(onDispose) {
      this.#check()
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`)
      this.#resources.push(() => onDispose())
    }
    move() {
      this.#check()
      const next = new AsyncDisposableStack()
      next.#resources = this.#resources
      this.#resources = []
      this.#disposed = true
      return next
    }
    async disposeAsync() {
      if (this.#disposed) return
      this.#disposed = true
      let pending
      while (this.#resources.length > 0) {
        try {
          await this.#resources.pop()()
        } catch (error) {
          pending = { error: keep(pending, error) }
        }
      }
      if (pending) throw pending.error
    }
  }

  const tag = value => ({ value, configurable: true })
  Object.defineProperty(DisposableStack.prototype, Symbol.toStringTag, tag('DisposableStack'))
  Object.defineProperty(AsyncDisposableStack.prototype, Symbol.toStringTag, tag('AsyncDisposableStack'))
  const method = value => ({ value, writable: true, configurable: true })
  Object.defineProperty(DisposableStack.prototype, dispose, method(DisposableStack.prototype.dispose))
  Object.defineProperty(AsyncDisposableStack.prototype, asyncDispose, method(AsyncDisposableStack.prototype.disposeAsync))
  define(globalThis, { SuppressedError, DisposableStack, AsyncDisposableStack })
})

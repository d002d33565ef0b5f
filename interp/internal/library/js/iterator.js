// The Iterator constructor and the methods that all iterators inherit.
(function (define) {
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))

  function Iterator() {
    if (new.target === undefined || new.target === Iterator) {
      throw new TypeError(new.target ? 'Abstract class Iterator not directly constructable' : "Constructor Iterator requires 'new'")
    }
  }
  Object.defineProperty(Iterator, 'prototype', { value: prototype, writable: false, enumerable: false, configurable: false })

  const direct = object => {
    if (object === null || typeof object !== 'object' && typeof object !== 'function') {
      throw new TypeError(`Iterator helper called on non-object`)
    }
    return { iterator: object, next: object.next }
  }
  const step = source => {
    const result = source.next.call(source.iterator)
    if (result === null || typeof result !== 'object') throw new TypeError(`Iterator result ${String(result)} is not an object`)
    return result
  }
  const close = source => { source.iterator.return?.() }
  // abandon closes a source because of an error, which takes precedence over what closing throws.
  const abandon = (source, error) => {
    try { close(source) } catch {}
    throw error
  }
  const callable = (f, iterator) => {
    if (typeof f !== 'function') abandon({ iterator }, new TypeError(`${describe(f)} is not a function`))
  }
  const describe = v => typeof v === 'object' && v !== null ? '#<Object>' : String(v)
  const count = (limit, iterator) => {
    let n
    try {
      n = Number(limit)
    } catch (error) {
      abandon({ iterator }, error)
    }
    if (Number.isNaN(n)) abandon({ iterator }, new RangeError(`${describe(limit)} must be positive`))
    n = Math.trunc(n)
    if (n < 0) abandon({ iterator }, new RangeError(`${describe(limit)} must be positive`))
    return n
  }

  const states = new WeakMap()
  const { get: lookup, set: remember } = WeakMap.prototype
  const helperPrototype = Object.create(prototype)
  define(helperPrototype, {
    next() {
      const state = lookup.call(states, this)
      if (!state) throw new TypeError('Iterator helper method called on an incompatible receiver')
      if (state.running) throw new TypeError('Generator is already running')
      if (state.done) return { value: undefined, done: true }
      state.running = true
      try {
        const result = state.advance()
        if (result.done) state.done = true
        return result
      } catch (error) {
        state.done = true
        throw error
      } finally {
        state.running = false
      }
    },
    return() {
      const state = lookup.call(states, this)
      if (!state) throw new TypeError('Iterator helper method called on an incompatible receiver')
      if (state.running) throw new TypeError('Generator is already running')
      if (!state.done) {
        state.done = true
        state.inner?.()
        close(state.source)
      }
      return { value: undefined, done: true }
    },
  })
  Object.defineProperty(helperPrototype, Symbol.toStringTag, { value: 'Iterator Helper', configurable: true })

  const helper = (source, advance) => {
    const object = Object.create(helperPrototype)
    const state = { source, done: false, running: false, inner: undefined }
    state.advance = () => advance(state)
    remember.call(states, object, state)
    return object
  }
  const end = () => ({ value: undefined, done: true })
  // guard runs a function of the program for one element, and closes the source where it throws.
  const guard = (source, f, ...args) => {
    try {
      return f(...args)
    } catch (error) {
      return abandon(source, error)
    }
  }

  const flattenable = v => {
    if (v === null || typeof v !== 'object') throw new TypeError(`${describe(v)} is not an object`)
    const method = v[Symbol.iterator]
    return direct(method === undefined || method === null ? v : method.call(v))
  }

  define(prototype, {
    map(mapper) {
      callable(mapper, this)
      const source = direct(this)
      let index = 0
      return helper(source, () => {
        const result = step(source)
        if (result.done) return end()
        return { value: guard(source, mapper, result.value, index++), done: false }
      })
    },
    filter(predicate) {
      callable(predicate, this)
      const source = direct(this)
      let index = 0
      return helper(source, () => {
        for (;;) {
          const result = step(source)
          if (result.done) return end()
          const value = result.value
          if (guard(source, predicate, value, index++)) return { value, done: false }
        }
      })
    },
    take(limit) {
      let remaining = count(limit, this)
      const source = direct(this)
      return helper(source, () => {
        if (remaining === 0) {
          close(source)
          return end()
        }
        remaining--
        const result = step(source)
        return result.done ? end() : { value: result.value, done: false }
      })
    },
    drop(limit) {
      let remaining = count(limit, this)
      const source = direct(this)
      return helper(source, () => {
        for (; remaining > 0; remaining--) {
          if (step(source).done) return end()
        }
        const result = step(source)
        return result.done ? end() : { value: result.value, done: false }
      })
    },
    flatMap(mapper) {
      callable(mapper, this)
      const source = direct(this)
      let index = 0
      let inner
      return helper(source, state => {
        for (;;) {
          if (inner) {
            const result = guard(source, step, inner)
            if (!result.done) return { value: result.value, done: false }
            inner = state.inner = undefined
          }
          const outer = step(source)
          if (outer.done) return end()
          inner = guard(source, v => flattenable(mapper(v, index++)), outer.value)
          const opened = inner
          state.inner = () => close(opened)
        }
      })
    },
    reduce(reducer, ...initial) {
      callable(reducer, this)
      const source = direct(this)
      let index = 0
      let accumulator
      if (initial.length > 0) {
        accumulator = initial[0]
      } else {
        const first = step(source)
        if (first.done) throw new TypeError('Reduce of a done iterator with no initial value')
        accumulator = first.value
        index = 1
      }
      for (;;) {
        const result = step(source)
        if (result.done) return accumulator
        accumulator = guard(source, reducer, accumulator, result.value, index++)
      }
    },
    toArray() {
      const source = direct(this)
      const values = []
      for (;;) {
        const result = step(source)
        if (result.done) return values
        values.push(result.value)
      }
    },
    forEach(f) {
      callable(f, this)
      const source = direct(this)
      for (let index = 0; ; index++) {
        const result = step(source)
        if (result.done) return
        guard(source, f, result.value, index)
      }
    },
    some(predicate) {
      callable(predicate, this)
      const source = direct(this)
      for (let index = 0; ; index++) {
        const result = step(source)
        if (result.done) return false
        if (guard(source, predicate, result.value, index)) {
          close(source)
          return true
        }
      }
    },
    every(predicate) {
      callable(predicate, this)
      const source = direct(this)
      for (let index = 0; ; index++) {
        const result = step(source)
        if (result.done) return true
        if (!guard(source, predicate, result.value, index)) {
          close(source)
          return false
        }
      }
    },
    find(predicate) {
      callable(predicate, this)
      const source = direct(this)
      for (let index = 0; ; index++) {
        const result = step(source)
        if (result.done) return undefined
        const value = result.value
        if (guard(source, predicate, value, index)) {
          close(source)
          return value
        }
      }
    },
  })

  const wrapPrototype = Object.create(prototype)
  const wrapped = new WeakMap()
  define(wrapPrototype, {
    next() {
      const source = lookup.call(wrapped, this)
      return source.next.call(source.iterator)
    },
    return() {
      const { iterator } = lookup.call(wrapped, this)
      const method = iterator.return
      return method === undefined || method === null ? end() : method.call(iterator)
    },
  })

  define(Iterator, {
    from(v) {
      if (typeof v !== 'string' && (v === null || typeof v !== 'object' && typeof v !== 'function')) {
        throw new TypeError(`${describe(v)} is not an object`)
      }
      const method = v[Symbol.iterator]
      const source = direct(method === undefined || method === null ? v : method.call(v))
      if (source.iterator instanceof Iterator) return source.iterator
      const wrapper = Object.create(wrapPrototype)
      remember.call(wrapped, wrapper, source)
      return wrapper
    },
  })
  define(prototype, { constructor: Iterator })
  if (prototype[Symbol.toStringTag] === undefined) {
    Object.defineProperty(prototype, Symbol.toStringTag, { value: 'Iterator', writable: true, configurable: true })
  }
  define(globalThis, { Iterator })
})

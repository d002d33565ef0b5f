// queueMicrotask. What a callback throws ends the run, as what a timer's throws.
(function (define, { uncaught }) {
  const { resolve } = Promise
  const { then } = Promise.prototype
  const { apply } = Reflect
  const ready = apply(resolve, Promise, [])
  define(globalThis, {
    queueMicrotask(callback) {
      if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.')
      apply(then, ready, [() => { try { callback() } catch (e) { uncaught(e) } }])
    },
  })
})

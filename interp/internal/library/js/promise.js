// Promise.withResolvers and Promise.try.
(function (define) {
  define(Promise, {
    withResolvers() {
      let resolve, reject
      const promise = new this((a, b) => { resolve = a; reject = b })
      return { promise, resolve, reject }
    },
    try(f, ...args) {
      return new this(resolve => resolve(f(...args)))
    },
  })
})

// Promise.any, whose error has a message elsewhere.
(function (define) {
  define(Promise, {
    any(values) {
      let resolve, reject
      const promise = new this((a, b) => { resolve = a; reject = b })
      const errors = []
      let remaining = 1
      const settle = () => {
        if (--remaining === 0) reject(new AggregateError(errors, 'All promises were rejected'))
      }
      try {
        let index = 0
        for (const value of values) {
          const i = index++
          remaining++
          this.resolve(value).then(resolve, error => {
            errors[i] = error
            settle()
          })
        }
        settle()
      } catch (error) {
        reject(error)
      }
      return promise
    },
  })
})

// Promise.any with the message that its error has elsewhere.
(function (define) {
  const { any } = Promise
  const { then } = Promise.prototype
  const { apply } = Reflect
  define(Promise, {
    any(values) {
      return apply(then, apply(any, this, [values]), [undefined, error => {
        if (error instanceof AggregateError && error.message === '') define(error, { message: 'All promises were rejected' })
        throw error
      }])
    },
  })
})

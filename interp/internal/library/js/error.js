// Error.captureStackTrace and stackTraceLimit.
(function (define) {
  define(Error, {
    captureStackTrace(target) {
      if (target === null || typeof target !== 'object' && typeof target !== 'function') throw new TypeError(`Invalid argument`)
      const frames = new Error().stack.split('\n').slice(2).join('\n')
      let head = ''
      try { head = Error.prototype.toString.call(target) } catch {}
      define(target, { stack: `${head}\n${frames}` })
    },
  })
  if (!('stackTraceLimit' in Error)) Error.stackTraceLimit = 10
})

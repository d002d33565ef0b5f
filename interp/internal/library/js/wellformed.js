// String.prototype.isWellFormed and toWellFormed.
(function (define) {
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
  const all = new RegExp(lone.source, 'g')
  const text = v => {
    if (v === undefined || v === null) throw new TypeError('String.prototype method called on null or undefined')
    return String(v)
  }
  define(String.prototype, {
    isWellFormed() { return !lone.test(text(this)) },
    toWellFormed() { return text(this).replace(all, '\ufffd') },
  })
})

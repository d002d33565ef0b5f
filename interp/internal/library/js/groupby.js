// Object.groupBy and Map.groupBy.
(function (define) {
  const { create, defineProperty } = Object
  const { apply } = Reflect
  const { get, set } = Map.prototype
  const isCallable = f => {
    if (typeof f !== 'function') throw new TypeError(`${String(f)} is not a function`)
  }
  define(Object, {
    groupBy(items, callback) {
      isCallable(callback)
      const groups = create(null)
      let index = 0
      for (const item of items) {
        let key = callback(item, index++)
        if (typeof key !== 'symbol') key = `${key}`
        if (key in groups) groups[key].push(item)
        else defineProperty(groups, key, { value: [item], writable: true, enumerable: true, configurable: true })
      }
      return groups
    },
  })
  define(Map, {
    groupBy(items, callback) {
      isCallable(callback)
      const groups = new Map()
      let index = 0
      for (const item of items) {
        const key = callback(item, index++)
        const group = apply(get, groups, [key])
        if (group) group.push(item)
        else apply(set, groups, [key, [item]])
      }
      return groups
    },
  })
})

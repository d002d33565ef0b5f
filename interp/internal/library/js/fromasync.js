// Array.fromAsync.
(function (define) {
  define(Array, {
    async fromAsync(items, map, thisArg) {
      if (map !== undefined && typeof map !== 'function') throw new TypeError(`${String(map)} is not a function`)
      if (items === null || items === undefined) throw new TypeError(`${items} is not iterable`)
      const take = map === undefined ? v => v : async (v, i) => await map.call(thisArg, v, i)
      const isList = this === Array || typeof this !== 'function'
      const asyncMethod = items[Symbol.asyncIterator]
      const method = asyncMethod ?? items[Symbol.iterator]
      let index = 0
      if (method === undefined || method === null) {
        const length = Math.min(Math.max(Math.trunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER)
        const result = isList ? [] : new this(length)
        for (; index < length; index++) result[index] = await take(await items[index], index)
        result.length = length
        return result
      }
      const result = isList ? [] : new this()
      const iterator = method.call(items)
      for (;;) {
        let step = iterator.next()
        if (asyncMethod) step = await step
        if (step.done) break
        try {
          result[index] = await take(await step.value, index)
        } catch (error) {
          try { await iterator.return?.() } catch {}
          throw error
        }
        index++
      }
      result.length = index
      return result
    },
  })
})

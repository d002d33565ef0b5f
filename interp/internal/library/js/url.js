// URL and URLSearchParams.
(function (define, native) {
  const fields = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  const missing = name => { throw new TypeError(`The "${name}" argument must be specified`) }
  let attach, replace

  class URLSearchParams {
    #list = []
    #url = null
    constructor(init = '') {
      if (init === null || typeof init !== 'object' && typeof init !== 'function') {
        this.#list = native.parseQuery(`${init}`.replace(/^\?/, ''))
      } else if (init[Symbol.iterator] !== undefined && init[Symbol.iterator] !== null) {
        for (const pair of init) {
          const [name, value, ...more] = typeof pair === 'object' && pair !== null ? pair : []
          if (value === undefined || more.length > 0) throw new TypeError('Each query pair must be an iterable [name, value] tuple')
          this.#list.push([`${name}`, `${value}`])
        }
      } else {
        for (const key of Reflect.ownKeys(init)) {
          if (Object.getOwnPropertyDescriptor(init, key)?.enumerable) this.#list.push([`${key}`, `${init[key]}`])
        }
      }
    }
    #changed() { if (this.#url) this.#url(this.toString()) }
    append(name, value) {
      if (arguments.length < 2) missing(arguments.length < 1 ? 'name' : 'value')
      this.#list.push([`${name}`, `${value}`])
      this.#changed()
    }
    delete(name, value) {
      if (arguments.length < 1) missing('name')
      name = `${name}`
      this.#list = this.#list.filter(p => p[0] !== name || value !== undefined && p[1] !== `${value}`)
      this.#changed()
    }
    get(name) {
      if (arguments.length < 1) missing('name')
      name = `${name}`
      return this.#list.find(p => p[0] === name)?.[1] ?? null
    }
    getAll(name) {
      if (arguments.length < 1) missing('name')
      name = `${name}`
      return this.#list.filter(p => p[0] === name).map(p => p[1])
    }
    has(name, value) {
      if (arguments.length < 1) missing('name')
      name = `${name}`
      return this.#list.some(p => p[0] === name && (value === undefined || p[1] === `${value}`))
    }
    set(name, value) {
      if (arguments.length < 2) missing(arguments.length < 1 ? 'name' : 'value')
      name = `${name}`
      const first = this.#list.find(p => p[0] === name)
      if (first) {
        first[1] = `${value}`
        this.#list = this.#list.filter(p => p[0] !== name || p === first)
      } else {
        this.#list.push([name, `${value}`])
      }
      this.#changed()
    }
    sort() {
      this.#list.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)
      this.#changed()
    }
    forEach(callback, thisArg) {
      if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.')
      for (let i = 0; i < this.#list.length; i++) callback.call(thisArg, this.#list[i][1], this.#list[i][0], this)
    }
    *entries() { for (let i = 0; i < this.#list.length; i++) yield [...this.#list[i]] }
    *keys() { for (let i = 0; i < this.#list.length; i++) yield this.#list[i][0] }
    *values() { for (let i = 0; i < this.#list.length; i++) yield this.#list[i][1] }
    get size() { return this.#list.length }
    toString() { return native.formatQuery(this.#list) }
    static {
      attach = (params, changed) => { params.#url = changed }
      replace = (params, query) => { params.#list = native.parseQuery(query) }
    }
  }
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { value: URLSearchParams.prototype.entries, writable: true, configurable: true })

  const take = parts => Object.fromEntries(fields.map((name, i) => [name, parts[i]]))

  class URL {
    #at
    #params
    constructor(url, base = undefined) {
      if (arguments.length === 0) missing('url')
      const parts = native.parseURL(`${url}`, base === undefined ? undefined : `${base}`)
      if (parts === undefined) {
        const error = new TypeError('Invalid URL')
        error.code = 'ERR_INVALID_URL'
        error.input = `${url}`
        if (base !== undefined) error.base = `${base}`
        throw error
      }
      this.#at = take(parts)
    }
    #set(name, value) {
      const parts = native.changeURL(this.#at.href, name, `${value}`)
      if (parts !== undefined) this.#at = take(parts)
    }
    get href() { return this.#at.href }
    set href(value) {
      this.#at = take(native.parseURL(`${value}`) ?? (() => { throw new TypeError('Invalid URL') })())
      this.#sync()
    }
    get origin() { return this.#at.origin }
    get protocol() { return this.#at.protocol }
    set protocol(value) { this.#set('protocol', value) }
    get username() { return this.#at.username }
    set username(value) { this.#set('username', value) }
    get password() { return this.#at.password }
    set password(value) { this.#set('password', value) }
    get host() { return this.#at.host }
    set host(value) { this.#set('host', value) }
    get hostname() { return this.#at.hostname }
    set hostname(value) { this.#set('hostname', value) }
    get port() { return this.#at.port }
    set port(value) { this.#set('port', value) }
    get pathname() { return this.#at.pathname }
    set pathname(value) { this.#set('pathname', value) }
    get search() { return this.#at.search }
    set search(value) { this.#set('search', value); this.#sync() }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.#at.search)
        attach(this.#params, query => this.#set('search', query))
      }
      return this.#params
    }
    get hash() { return this.#at.hash }
    set hash(value) { this.#set('hash', value) }
    #sync() { if (this.#params) replace(this.#params, this.#at.search.slice(1)) }
    toString() { return this.#at.href }
    toJSON() { return this.#at.href }
    static canParse(url, base) {
      if (arguments.length === 0) missing('url')
      return native.parseURL(`${url}`, base === undefined ? undefined : `${base}`) !== undefined
    }
    static parse(url, base) { return URL.canParse(url, base) ? new URL(url, base) : null }
  }

  native.showAs(URLSearchParams.prototype, 'URLSearchParams', params => [...params], true)
  native.showAs(URL.prototype, 'URL', url => {
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash } = url
    return { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash }
  })
  for (const c of [URL, URLSearchParams]) {
    Object.defineProperty(c.prototype, Symbol.toStringTag, { value: c.name, configurable: true })
    for (const name of Object.getOwnPropertyNames(c.prototype)) {
      if (name !== 'constructor') Object.defineProperty(c.prototype, name, { enumerable: true })
    }
  }
  define(globalThis, { URL, URLSearchParams })
})

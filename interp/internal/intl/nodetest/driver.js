// Reads cases as lines of JSON, and writes what each gives as a line of JSON: a string.
'use strict';
const argument = text => {
  const value = text.slice(2);
  switch (text[0]) {
    case 'n': return Number(value);
    case 'b': return BigInt(value);
    default: return value;
  }
};
const show = value => {
  if (Array.isArray(value) && value[0]?.type) {
    return value.map(p => [p.type, p.value, p.source, p.unit].filter(x => x !== undefined).join('=')).join('|');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const made = new Map();
const make = (service, locale, options) => {
  const key = JSON.stringify([service, locale, options]);
  if (!made.has(key)) {
    if (made.size > 500) made.clear();
    made.set(key, new Intl[service](locale, options));
  }
  return made.get(key);
};
const run = c => {
  try {
    if (c.method === 'canonical') return show(Intl.getCanonicalLocales(c.locale));
    const service = make(c.service, c.locale || undefined, c.options);
    const args = (c.args ?? []).map(argument);
    if (c.method === 'list') return service.format(args);
    if (c.method === 'listParts') return show(service.formatToParts(args));
    if (c.method === 'segment') return JSON.stringify([...service.segment(args[0])].map(s => s.isWordLike === undefined ? s.segment : [s.segment, s.isWordLike]));
    if (c.method === 'sort') return args.sort(service.compare).join('|');
    return show(service[c.method](...args));
  } catch (e) {
    return `${e.name}: ${e.message}`;
  }
};
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
process.stdout.write(lines.map(line => JSON.stringify(run(JSON.parse(line))) + '\n').join(''));

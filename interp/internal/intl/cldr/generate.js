// Writes tables/*.txt from the JSON packages of CLDR, the version that node's ICU has (node -p process.versions.cldr):
//
//	npm pack cldr-core@48.0.0 cldr-bcp47@48.2.0 cldr-dates-full@48.0.0 cldr-numbers-full@48.0.0 …
//	(each unpacked into DIR/<package>)
//	node generate.js DIR
//
// Each line is a key, a tab and a value; lines are sorted by bytes, which is what package cldr relies on.
'use strict';
const fs = require('fs');
const path = require('path');

const root = process.argv[2];
const locales = ['en', 'en-GB', 'en-CA', 'de', 'fr', 'es', 'ja', 'pt', 'sv'];
const read = (pkg, file) => JSON.parse(fs.readFileSync(path.join(root, pkg, 'package', file), 'utf8'));

class Table {
  lines = new Map();
  set(key, value) {
    if (value === undefined) return;
    if (/[\t\n]/.test(key + value)) throw new Error(`control character in ${key}`);
    this.lines.set(key, value);
  }
  tree(prefix, object, keep = () => true) {
    for (const [key, value] of Object.entries(object ?? {})) {
      if (key.startsWith('_') || key.includes('-alt-') || !keep(key)) continue;
      if (typeof value === 'object') this.tree(`${prefix}/${key}`, value);
      else this.set(`${prefix}/${key}`, value);
    }
  }
  write(name) {
    const lines = [...this.lines].map(([k, v]) => Buffer.from(`${k}\t${v}\n`)).sort(Buffer.compare);
    fs.writeFileSync(path.join(__dirname, 'tables', name), Buffer.concat(lines));
  }
}

function numbers(table, locale) {
  const n = read('cldr-numbers-full', `main/${locale}/numbers.json`).main[locale].numbers;
  for (const [key, value] of Object.entries(n['symbols-numberSystem-latn'])) table.set(`symbol/${key}`, value);
  table.set('grouping/minimum', n.minimumGroupingDigits);
  const decimal = n['decimalFormats-numberSystem-latn'];
  const currency = n['currencyFormats-numberSystem-latn'];
  table.set('pattern/decimal', decimal.standard);
  table.set('pattern/percent', n['percentFormats-numberSystem-latn'].standard);
  table.set('pattern/currency', currency.standard);
  table.set('pattern/accounting', currency.accounting);
  table.set('pattern/range', n['miscPatterns-numberSystem-latn'].range);
  table.set('pattern/approximately', n['miscPatterns-numberSystem-latn'].approximately);
  const compact = (kind, patterns) => {
    for (const [key, value] of Object.entries(patterns)) {
      if (key.includes('alpha')) continue;
      const [power, count] = key.split('-count-');
      table.set(`compact/${kind}/${String(power.length - 1).padStart(2, '0')}/${count}`, value);
    }
  };
  compact('short', decimal.short.decimalFormat);
  compact('long', decimal.long.decimalFormat);
  compact('currency', currency.short.standard);
  for (const [key, value] of Object.entries(currency)) {
    if (key.startsWith('unitPattern-count-')) table.set(`currency-name/${key.slice(18)}`, value);
  }
}

function currencies(table, locale) {
  const all = read('cldr-numbers-full', `main/${locale}/currencies.json`).main[locale].numbers.currencies;
  for (const [code, c] of Object.entries(all)) {
    if (c.symbol !== code) table.set(`currency/${code}/symbol`, c.symbol);
    table.set(`currency/${code}/narrow`, c['symbol-alt-narrow']);
    table.set(`currency/${code}/name`, c.displayName);
    for (const [key, value] of Object.entries(c)) {
      if (key.startsWith('displayName-count-')) table.set(`currency/${code}/${key.slice(18)}`, value);
    }
  }
}

function units(table, locale) {
  const sanctioned = new Set(Intl.supportedValuesOf('unit'));
  const compound = new Set(['kilometer-per-hour', 'meter-per-second', 'mile-per-hour', 'liter-per-kilometer', 'mile-per-gallon']);
  const all = read('cldr-units-full', `main/${locale}/units.json`).main[locale].units;
  for (const width of ['long', 'short', 'narrow']) {
    table.set(`unit/${width}/per`, all[width].per.compoundUnitPattern);
    for (const [key, value] of Object.entries(all[width])) {
      const name = key.replace(/^[a-z]+-/, '');
      if (!sanctioned.has(name) && !compound.has(name)) continue;
      if (key.startsWith('force-') || key.startsWith('graphics-')) continue;
      table.set(`unit/${width}/${name}/per`, value.perUnitPattern);
      for (const [k, v] of Object.entries(value)) {
        const m = /^unitPattern-count-(\w+)$/.exec(k);
        if (m) table.set(`unit/${width}/${name}/${m[1]}`, v);
      }
    }
  }
}

function lists(table, locale) {
  const all = read('cldr-misc-full', `main/${locale}/listPatterns.json`).main[locale].listPatterns;
  for (const [key, value] of Object.entries(all)) table.tree(`list/${key.replace('listPattern-type-', '')}`, value);
}

function relative(table, locale) {
  const all = read('cldr-dates-full', `main/${locale}/dateFields.json`).main[locale].dates.fields;
  const names = { era: 'Era', year: 'Year', quarter: 'Quarter', month: 'Month', week: 'Week', day: 'Day', weekday: 'Day-Of-Week', dayperiod: 'Day-Period', hour: 'Hour', minute: 'Minute', second: 'Second', zone: 'Timezone' };
  for (const [field, name] of Object.entries(names)) table.set(`date/field/${name}`, all[field].displayName);
  for (const unit of ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']) {
    for (const width of ['', '-short', '-narrow']) {
      const prefix = `relative/${unit}${width}`;
      for (const [key, value] of Object.entries(all[unit + width])) {
        const m = /^relative-type-(-?\d)$/.exec(key);
        if (m) table.set(`${prefix}/${m[1]}`, value);
        const t = /^relativeTime-type-(\w+)$/.exec(key);
        if (!t) continue;
        for (const [k, v] of Object.entries(value)) table.set(`${prefix}/${t[1]}/${k.replace('relativeTimePattern-count-', '')}`, v);
      }
    }
  }
}

function dates(table, locale) {
  const g = read('cldr-dates-full', `main/${locale}/ca-gregorian.json`).main[locale].dates.calendars.gregorian;
  table.tree('date/month', g.months);
  table.tree('date/day', g.days);
  table.tree('date/period', g.dayPeriods);
  table.tree('date/era', g.eras);
  table.tree('date/style', g.dateFormats);
  table.tree('time/style', g.timeFormats);
  const join = g.dateTimeFormats;
  for (const width of ['full', 'long', 'medium', 'short']) table.set(`date/join/${width}`, join[width]);
  table.tree('date/join-at', g['dateTimeFormats-atTime'].standard);
  table.tree('date/available', join.availableFormats, key => !key.includes('-count-'));
  table.tree('date/append', join.appendItems);
  table.tree('date/interval', join.intervalFormats);
}

function zoneNames(table, locale) {
  const z = read('cldr-dates-full', `main/${locale}/timeZoneNames.json`).main[locale].dates.timeZoneNames;
  for (const key of ['hourFormat', 'gmtFormat', 'gmtZeroFormat', 'regionFormat', 'fallbackFormat']) table.set(`zone/${key}`, z[key]);
  const walk = (prefix, object) => {
    for (const [key, value] of Object.entries(object)) {
      if (key === 'long' || key === 'short') table.tree(`zone/name/${prefix}/${key}`, value);
      else if (key === 'exemplarCity') table.set(`zone/city/${prefix}`, value);
      else if (typeof value === 'object') walk(prefix ? `${prefix}/${key}` : key, value);
    }
  };
  walk('', z.zone);
  for (const [key, value] of Object.entries(z.metazone)) {
    for (const width of ['long', 'short']) table.tree(`zone/meta/${key}/${width}`, value[width]);
  }
}

function names(table, locale) {
  const of = kind => read('cldr-localenames-full', `main/${locale}/${kind}.json`).main[locale].localeDisplayNames[kind];
  const widths = { 'alt-short': 'short' };
  const copy = (kind, prefix, valid) => {
    for (const [key, value] of Object.entries(of(kind))) {
      const [, code, alt] = /^(.*?)(?:-(alt-.*))?$/.exec(key);
      if (valid.test(code) && (!alt || widths[alt])) table.set(alt ? `${prefix}-${widths[alt]}/${code}` : `${prefix}/${code}`, value);
    }
  };
  copy('territories', 'region', /^([A-Z]{2}|\d{3})$/);
  copy('languages', 'language', /./);
  copy('scripts', 'script', /^[A-Z][a-z]{3}$/);
}

function supplemental() {
  const table = new Table();
  const fractions = read('cldr-core', 'supplemental/currencyData.json').supplemental.currencyData.fractions;
  for (const code of Object.keys(fractions)) {
    if (code === 'DEFAULT') continue;
    // ICU corrects some of the CLDR's, so node has the last word.
    const digits = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits;
    if (digits !== 2) table.set(`digits/${code}`, String(digits));
  }
  for (const code of Intl.supportedValuesOf('currency')) table.set(`current/${code}`, code);
  const zones = read('cldr-bcp47', 'bcp47/timezone.json').keyword.u.tz;
  for (const [key, zone] of Object.entries(zones)) {
    if (typeof zone !== 'object' || !zone._alias || zone._deprecated) continue;
    const aliases = zone._alias.split(' ');
    const canonical = /^(Etc\/(UTC|GMT))$/.test(aliases[0]) ? 'UTC' : aliases[0];
    for (const alias of aliases) table.set(`zone/${alias.toLowerCase()}`, canonical);
    table.set(`country/${canonical}`, zone._region ?? (/^[A-Z]\w+\//.test(canonical) && !canonical.startsWith('Etc/') ? key.slice(0, 2).toUpperCase() : '001'));
  }
  for (const { mapZone } of read('cldr-core', 'supplemental/metaZones.json').supplemental.metaZones.metazones) {
    table.set(`golden/${mapZone._other}${mapZone._territory === '001' ? '' : '/' + mapZone._territory}`, mapZone._type);
  }
  const countries = {};
  for (const [key, value] of table.lines) if (key.startsWith('country/')) (countries[value] ??= []).push([key]);
  const primary = read('cldr-core', 'supplemental/primaryZones.json').supplemental.primaryZones;
  for (const [country, zones] of Object.entries(countries)) {
    if (country !== '001') table.set(`primary/${country}`, primary[country] ?? (zones.length === 1 ? zones[0][0].slice(8) : undefined));
  }
  const periods = read('cldr-core', 'supplemental/dayPeriods.json').supplemental.dayPeriodRuleSet;
  for (const language of new Set(locales.map(l => l.slice(0, 2)))) {
    for (const [period, rule] of Object.entries(periods[language])) {
      table.set(`period/${language}/${period}`, rule._at ? rule._at.slice(0, 2) : `${rule._from.slice(0, 2)}-${rule._before.slice(0, 2)}`);
    }
  }
  const walk = (name, node) => {
    if (!Array.isArray(node)) {
      for (const [key, value] of Object.entries(node)) walk(name ? `${name}/${key}` : key, value);
      return;
    }
    const spans = node.map(({ usesMetazone: m }) => `${m._from ?? ''}>${m._to ?? ''}>${m._mzone}`);
    table.set(`metazone/${name}`, spans.join('|'));
  };
  walk('', read('cldr-core', 'supplemental/metaZones.json').supplemental.metaZones.metazoneInfo.timezone);
  table.write('world.txt');
}

for (const locale of locales) {
  const table = new Table();
  for (const part of [numbers, currencies, units, lists, relative, dates, zoneNames, names]) part(table, locale);
  table.write(`${locale}.txt`);
}
supplemental();

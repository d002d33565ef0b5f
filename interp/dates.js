// Makes the local time of Date that of another zone than the process has. offset gives the milliseconds by which the
// zone is ahead of UTC at a time, utc the time at which its clocks show something, name what the zone is called then.
(Date, offset, utc, name) => {
	const { apply, construct, defineProperty } = Reflect;
	const { UTC, parse, now, prototype } = Date;
	const { getTime, setTime, toUTCString } = prototype;
	const slice = String.prototype.slice, padStart = String.prototype.padStart, test = RegExp.prototype.test;
	const time = date => apply(getTime, date, []);
	const shown = t => new Date(t + offset(t)); // its UTC methods read the clocks of the zone
	const define = (o, key, value) => defineProperty(o, key, { value, writable: true, configurable: true, enumerable: false });
	const methods = o => { for (const key of Object.keys(o)) define(prototype, key, o[key]) };

	for (const part of ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds", "Day"]) {
		const get = prototype["getUTC" + part], set = prototype["setUTC" + part];
		const getter = { ["get" + part]() { const t = time(this); return t !== t ? NaN : apply(get, shown(t), []) } };
		methods(getter);
		if (set) methods({
			["set" + part](...args) {
				let t = time(this);
				if (t !== t && part === "FullYear") t = -offset(0);
				if (t !== t) return NaN;
				const date = shown(t);
				apply(set, date, args);
				return apply(setTime, this, [wall(time(date))]);
			},
		});
	}
	const wall = t => t !== t ? NaN : utc(t);

	const clock = t => {
		const minutes = offset(t) / 60000, size = minutes < 0 ? -minutes : minutes;
		const two = n => apply(padStart, "" + n, [2, "0"]);
		const hours = (size - size % 60) / 60;
		const text = apply(toUTCString, shown(t), []); // Thu, 01 Jan 1970 00:00:00 GMT
		return {
			day: apply(slice, text, [0, 3]) + " " + apply(slice, text, [8, 11]) + " " + apply(slice, text, [5, 7]) + " " + apply(slice, text, [12, -13]),
			time: apply(slice, text, [-12, -4]) + " GMT" + (minutes < 0 ? "-" : "+") + two(hours) + two(size % 60) + " (" + name(t) + ")",
		};
	};
	const invalid = "Invalid Date";
	const text = t => { if (t !== t) return invalid; const c = clock(t); return c.day + " " + c.time };
	methods({
		getTimezoneOffset() { const t = time(this); return t !== t ? NaN : -offset(t) / 60000 },
		getYear() { return prototype.getFullYear.call(this) - 1900 },
		toString() { return text(time(this)) },
		toDateString() { const t = time(this); return t !== t ? invalid : clock(t).day },
		toTimeString() { const t = time(this); return t !== t ? invalid : clock(t).time },
	});

	const dateOnly = /^\s*[+-]?\d{4,6}(-\d\d){0,2}\s*$/, zoned = /(Z|[+-]\d\d:?\d\d|\b(GMT|UTC|[ECMP][SD]T)([+-]\d+)?)\s*(\(.*\))?\s*$/i, iso = /^\s*[+-]?\d{4,6}-\d\d-\d\dT/;
	const read = s => {
		if (apply(test, dateOnly, [s]) || apply(test, zoned, [s])) return parse(s);
		return wall(parse(s + (apply(test, iso, [s]) ? "Z" : " UTC")));
	};
	const Zoned = function Date(...args) {
		if (!new.target) return text(now());
		if (args.length > 1) args = [wall(apply(UTC, undefined, args))];
		else if (typeof args[0] === "string") args = [read(args[0])];
		return construct(Original, args, new.target);
	};
	const Original = Date;
	defineProperty(Zoned, "prototype", { value: prototype, writable: false, enumerable: false, configurable: false });
	defineProperty(Zoned, "length", { value: 7, configurable: true });
	define(Zoned, "UTC", UTC);
	define(Zoned, "now", now);
	define(Zoned, "parse", function parse(s) { return read("" + s) });
	define(prototype, "constructor", Zoned);
	return Zoned;
}

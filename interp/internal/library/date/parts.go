package date

// days are the numbers of a day, in the order in which they stand.
type days struct {
	parts [3]int
	count int
	month int  // of its name; 0: it is a number
	iso   bool // year, month and day, and a year of two digits is one
}

func (d *days) add(n int) bool {
	if d.count == len(d.parts) {
		return false
	}
	d.parts[d.count] = n
	d.count++
	return true
}

// time is the local time at which the day begins.
func (d *days) time() (float64, bool) {
	if d.count == 0 {
		return 0, false
	}
	parts := d.parts
	for i := d.count; i < len(parts); i++ {
		parts[i] = 1
	}
	var year, month, day int
	switch yearFirst := d.iso || !isDay(parts[0]); {
	case d.month == 0 && yearFirst:
		year, month, day = parts[0], parts[1], parts[2]
	case d.month == 0:
		month, day, year = parts[0], parts[1], parts[2]
	case yearFirst:
		year, month, day = parts[0], d.month, parts[1]
	default:
		day, month, year = parts[0], d.month, parts[1]
	}
	switch {
	case d.iso:
	case 0 <= year && year < 50:
		year += 2000
	case 50 <= year && year < 100:
		year += 1900
	}
	if month < 1 || month > 12 || !isDay(day) {
		return 0, false
	}
	return Day(float64(year), float64(month-1), float64(day)), true
}

func isDay(n int) bool { return 1 <= n && n <= 31 }

// clock is the time of a day: hour, minute, second and millisecond.
type clock struct {
	parts  [4]int
	count  int
	halved bool // am or pm
	half   int  // the hours to add then
}

// clockEnds are how many there are of each part. It is a constant table.
var clockEnds = [4]int{24, 60, 60, 1000}

func (c *clock) add(n int) bool {
	if c.count == len(c.parts) {
		return false
	}
	c.parts[c.count] = n
	c.count++
	return true
}

// finish adds the last part that is there.
func (c *clock) finish(n int) {
	c.add(n)
	c.count = len(c.parts)
}

// expects reports whether a number may be the next part, behind the hour.
func (c *clock) expects(n int) bool {
	return 0 < c.count && c.count < len(c.parts) && n < clockEnds[c.count]
}

func (c *clock) time() (float64, bool) {
	if c.halved {
		if c.parts[0] > 12 {
			return 0, false
		}
		c.parts[0] = c.parts[0]%12 + c.half
	}
	midnight := c.parts == [4]int{24}
	for i, n := range c.parts {
		if n >= clockEnds[i] && !midnight {
			return 0, false
		}
	}
	return Clock(float64(c.parts[0]), float64(c.parts[1]), float64(c.parts[2]), float64(c.parts[3])), true
}

// offset is how far a zone is ahead of UTC.
type offset struct {
	known          bool
	direction      int
	hours, minutes int
	expectsMinutes bool // a colon stands behind the hours
}

// isUTC reports whether it is no offset so far, but that of UTC by its name.
func (o *offset) isUTC() bool { return o.known && o.hours == 0 && o.minutes == 0 && !o.expectsMinutes }

func (o *offset) time() float64 {
	return float64(o.direction) * Clock(float64(o.hours), float64(o.minutes), 0, 0)
}

package number

// quantity is a finite number on its way to text: rounded, and scaled by its notation.
type quantity struct {
	negative    bool
	digits      []byte // significant digits, without zeros in front; empty is zero
	point       int    // the value is 0.digits × 10^point
	minFraction int    // fraction digits to show at least
	exponent    int    // what the notation has divided by is 10^exponent
}

// load makes q the value of v times 10^scale, its digits in buffer.
func (q *quantity) load(v Value, scale int, buffer []byte) {
	*q = quantity{negative: v.negative, digits: append(buffer, v.digits...), point: v.point}
	if len(q.digits) > 0 {
		q.point += scale
	}
}

func (q *quantity) isZero() bool { return len(q.digits) == 0 }

// magnitude is the power of ten of the first digit.
func (q *quantity) magnitude() int { return q.point - 1 }

// round applies r, and sets how many fraction digits to show.
func (q *quantity) round(r *rounding) {
	switch {
	case r.significant && r.fraction:
		q.roundBoth(r)
	case r.significant:
		q.cut(q.point-r.maxSignificant, r.mode)
		q.minFraction = max(0, -q.significantEnd(r.minSignificant))
	case r.increment != 1:
		q.roundToMultiple(r.increment, -r.maxFraction, r.mode)
		q.minFraction = r.minFraction
	default:
		q.cut(-r.maxFraction, r.mode)
		q.minFraction = r.minFraction
	}
	if r.stripIfInteger && len(q.digits) <= q.point {
		q.minFraction = 0
	}
}

// roundBoth lets the limit that keeps more digits win, or the one that keeps fewer.
func (q *quantity) roundBoth(r *rounding) {
	byFraction, bySignificant := -r.maxFraction, q.significantEnd(r.maxSignificant)
	end := min(byFraction, bySignificant)
	if r.priority == "lessPrecision" {
		end = max(byFraction, bySignificant)
	}
	before := q.point
	q.cut(end, r.mode)
	if q.point != before && !q.isZero() && byFraction == bySignificant {
		bySignificant++
	}
	if (bySignificant <= byFraction) == (r.priority == "morePrecision") {
		q.minFraction = max(0, -q.significantEnd(r.minSignificant))
	} else {
		q.minFraction = r.minFraction
	}
}

// significantEnd is the power of ten of the last of n significant digits.
func (q *quantity) significantEnd(n int) int {
	if q.isZero() {
		return 1 - n
	}
	return q.point - n
}

// cut rounds to a multiple of 10^end.
func (q *quantity) cut(end int, mode string) {
	keep := q.point - end
	if keep >= len(q.digits) {
		return
	}
	up := q.roundsUp(keep, mode)
	q.digits = q.digits[:max(keep, 0)]
	if up {
		q.increase(end)
	}
	q.trim()
}

// roundsUp says whether the digits from index keep on, which are not all zero, round away from zero.
func (q *quantity) roundsUp(keep int, mode string) bool {
	switch mode {
	case "expand":
		return true
	case "trunc":
		return false
	case "ceil":
		return !q.negative
	case "floor":
		return q.negative
	}
	switch half := q.compareHalf(keep); {
	case half != 0:
		return half > 0
	case mode == "halfExpand":
		return true
	case mode == "halfTrunc":
		return false
	case mode == "halfCeil":
		return !q.negative
	case mode == "halfFloor":
		return q.negative
	}
	return keep > 0 && q.digits[keep-1]%2 == 1 // halfEven
}

// compareHalf compares the digits from index keep on with one half of the place before them.
func (q *quantity) compareHalf(keep int) int {
	switch {
	case keep < 0 || q.digits[keep] < '5':
		return -1
	case q.digits[keep] > '5' || len(q.digits) > keep+1:
		return 1
	}
	return 0
}

// increase adds 10^end, the place of the last digit.
func (q *quantity) increase(end int) {
	for i := len(q.digits) - 1; i >= 0; i-- {
		if q.digits[i] < '9' {
			q.digits[i]++
			return
		}
		q.digits[i] = '0'
	}
	if len(q.digits) == 0 {
		q.point = end
	}
	q.digits = append(q.digits[:0], '1')
	q.point++
}

// trim removes zeros at the end of the digits.
func (q *quantity) trim() {
	for len(q.digits) > 0 && q.digits[len(q.digits)-1] == '0' {
		q.digits = q.digits[:len(q.digits)-1]
	}
	if len(q.digits) == 0 {
		q.point = 0
	}
}

// roundToMultiple rounds to a multiple of increment × 10^end: it divides by the increment, rounds to a whole, and
// multiplies again.
func (q *quantity) roundToMultiple(increment, end int, mode string) {
	if q.isZero() {
		return
	}
	var quotient []byte
	rest, places := 0, max(q.point-end, 0)
	for i := range places {
		rest = rest*10 + int(q.digit(i)-'0')
		quotient = append(quotient, byte('0'+rest/increment))
		rest %= increment
	}
	whole := quantity{negative: q.negative, digits: trimFront(quotient)}
	whole.point = len(whole.digits)
	if half := q.restDigit(rest, increment, q.point-end); half != 0 {
		whole.digits = append(whole.digits, half)
		whole.cut(0, mode)
	}
	q.multiply(whole, increment, end)
}

// restDigit stands for the rest of a division by increment, to which the digits of q from a place on belong too: it is
// '4', '5' or '6' where the rest is below, at or above one half of the increment, and 0 where nothing is left.
func (q *quantity) restDigit(rest, increment, place int) byte {
	following := 0
	if place >= 0 {
		following = int(q.digit(place) - '0')
	}
	sticky := place < 0 || place+1 < len(q.digits)
	switch tenths := rest*10 + following; {
	case tenths == 0 && !sticky:
		return 0
	case tenths < 5*increment:
		return '4'
	case tenths == 5*increment && !sticky:
		return '5'
	}
	return '6'
}

// multiply sets q to whole × increment × 10^end, for a whole without a fraction.
func (q *quantity) multiply(whole quantity, increment, end int) {
	var reversed []byte
	carry := 0
	for i := whole.point - 1; i >= 0 || carry > 0; i-- {
		if i >= 0 && i < len(whole.digits) {
			carry += int(whole.digits[i]-'0') * increment
		}
		reversed = append(reversed, byte('0'+carry%10))
		carry /= 10
	}
	q.digits = q.digits[:0]
	for i := len(reversed) - 1; i >= 0; i-- {
		q.digits = append(q.digits, reversed[i])
	}
	q.digits = trimFront(q.digits)
	q.point = len(q.digits) + end
	q.trim()
}

func trimFront(digits []byte) []byte {
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
	}
	return digits
}

// fraction is the number of fraction digits that are shown.
func (q *quantity) fraction() int { return max(q.minFraction, len(q.digits)-q.point) }

// digit returns the digit of place p, counted from the first digit of the integer, as it is shown.
func (q *quantity) digit(p int) byte {
	if p < 0 || p >= len(q.digits) {
		return '0'
	}
	return q.digits[p]
}

// whole returns the integer part or, of one beyond 10^18, its last 18 digits, as ICU's plural rules see it.
func (q *quantity) whole() int64 {
	var i int64
	for p := max(q.point-18, 0); p < q.point; p++ {
		i = i*10 + int64(q.digit(p)-'0')
	}
	return i
}

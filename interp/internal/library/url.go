package library

import (
	"net/url"
	"strings"

	"github.com/dop251/goja"
	whatwg "github.com/nlnwa/whatwg-url/url"
)

// parseURL takes a URL apart, relative to a base where one is given; undefined where it is not one.
func parseURL(l *library) method {
	return method{"parseURL", 2, func(call goja.FunctionCall) goja.Value {
		text := call.Argument(0).String()
		var u *whatwg.Url
		var err error
		if base := optional(call, 1); base != nil {
			u, err = whatwg.ParseRef(base.String(), text)
		} else {
			u, err = whatwg.Parse(text)
		}
		if err != nil {
			return goja.Undefined()
		}
		return l.urlParts(u)
	}}
}

// changeURL sets one part of a URL and takes it apart again; undefined where the value cannot be set.
func changeURL(l *library) method {
	return method{"changeURL", 3, func(call goja.FunctionCall) goja.Value {
		u, err := whatwg.Parse(call.Argument(0).String())
		if err != nil {
			return goja.Undefined()
		}
		value := call.Argument(2).String()
		switch call.Argument(1).String() {
		case "protocol":
			u.SetProtocol(value)
		case "username":
			u.SetUsername(value)
		case "password":
			u.SetPassword(value)
		case "host":
			u.SetHost(value)
		case "hostname":
			u.SetHostname(value)
		case "port":
			u.SetPort(value)
		case "pathname":
			u.SetPathname(value)
		case "search":
			u.SetSearch(value)
		case "hash":
			u.SetHash(value)
		}
		return l.urlParts(u)
	}}
}

// urlParts lists the parts in the order that url.js expects.
func (l *library) urlParts(u *whatwg.Url) goja.Value {
	return l.vm.NewArray(u.Href(false), origin(u), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(),
		u.Port(), u.Pathname(), u.Search(), u.Hash())
}

func origin(u *whatwg.Url) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss", "ftp":
		return u.Protocol() + "//" + u.Host()
	case "blob":
		if inner, err := whatwg.Parse(u.Pathname()); err == nil && (inner.Scheme() == "http" || inner.Scheme() == "https") {
			return origin(inner)
		}
	}
	return "null"
}

// parseQuery makes the list of names and values of a query, without its question mark.
func parseQuery(l *library) method {
	return method{"parseQuery", 1, func(call goja.FunctionCall) goja.Value {
		var pairs []any
		for _, part := range strings.Split(call.Argument(0).String(), "&") {
			if part == "" {
				continue
			}
			name, value, _ := strings.Cut(part, "=")
			pairs = append(pairs, l.vm.NewArray(decodeForm(name), decodeForm(value)))
		}
		return l.vm.NewArray(pairs...)
	}}
}

// decodeForm decodes a part of a query; what is not an escape stands for itself.
func decodeForm(s string) string {
	if !strings.ContainsAny(s, "+%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+':
			b = append(b, ' ')
		case s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			b = append(b, s[i])
		}
	}
	return decodeUTF8(b)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&7 + 9
}

// formatQuery is the text of a list of names and values.
func formatQuery(l *library) method {
	return method{"formatQuery", 1, func(call goja.FunctionCall) goja.Value {
		var b strings.Builder
		l.vm.ForOf(call.Argument(0), func(pair goja.Value) bool {
			if b.Len() > 0 {
				b.WriteByte('&')
			}
			p := pair.ToObject(l.vm)
			b.WriteString(encodeForm(p.Get("0").String()) + "=" + encodeForm(p.Get("1").String()))
			return true
		})
		return l.vm.ToValue(b.String())
	}}
}

// encodeForm differs from Go's escaping of queries in two characters.
func encodeForm(s string) string {
	return strings.NewReplacer("~", "%7E", "%2A", "*").Replace(url.QueryEscape(s))
}

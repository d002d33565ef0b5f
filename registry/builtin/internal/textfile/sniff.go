package textfile

import (
	"bytes"
	"strings"
)

// magic is how files of a type begin.
type magic struct {
	prefix string
	name   string
}

var imageMagic = []magic{
	{"\x89PNG\r\n\x1a\n", "image/png"},
	{"\xff\xd8\xff", "image/jpeg"},
	{"GIF87a", "image/gif"},
	{"GIF89a", "image/gif"},
}

var binaryMagic = []magic{
	{"\x7fELF", "ELF executable"},
	{"MZ", "Windows executable"},
	{"\xcf\xfa\xed\xfe", "Mach-O executable"},
	{"\xca\xfe\xba\xbe", "Java class or Mach-O executable"},
	{"\x00asm", "WebAssembly"},
	{"%PDF-", "PDF"},
	{"PK\x03\x04", "zip archive"},
	{"\x1f\x8b", "gzip"},
	{"BZh", "bzip2"},
	{"\xfd7zXZ\x00", "xz"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"SQLite format 3\x00", "SQLite database"},
	{"\x00\x00\x01\x00", "icon"},
	{"OggS", "Ogg media"},
	{"ID3", "MP3 audio"},
	{"\xff\xfe\x00\x00", "UTF-32 text"},
	{"\x00\x00\xfe\xff", "UTF-32 text"},
}

// ImageType gives the media type of an image that models can see by the start of its file; empty: it is none.
func ImageType(head []byte) string {
	if len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP" {
		return "image/webp"
	}
	return lookUp(imageMagic, head)
}

// BinaryType names what a file is that is no text, by its start.
func BinaryType(head []byte) string {
	if name := lookUp(binaryMagic, head); name != "" {
		return name
	}
	if len(head) > 262 && bytes.Equal(head[257:262], []byte("ustar")) {
		return "tar archive"
	}
	if len(head) >= 8 && strings.HasPrefix(string(head[4:8]), "ftyp") {
		return "MP4 media"
	}
	return "unknown type"
}

func lookUp(table []magic, head []byte) string {
	for _, m := range table {
		if bytes.HasPrefix(head, []byte(m.prefix)) {
			return m.name
		}
	}
	return ""
}

package builtin

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/builtin/internal/textfile"
)

//go:embed read_file.md
var readFileText string

type readFileIn struct {
	Path   string `json:"path" jsonschema:"the file"`
	Offset int    `json:"offset,omitempty" jsonschema:"number of the first line, from 1"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many lines"`
	Raw    bool   `json:"raw,omitempty" jsonschema:"show the text without line numbers"`
}

func (readFileIn) tune(s *jsonschema.Schema) {
	atLeast(s, "offset", 1)
	atLeast(s, "limit", 1)
}

type readFileOut struct {
	Path       string            `json:"path" jsonschema:"the file, as the other tools name it"`
	Content    string            `json:"content" jsonschema:"the lines, as they are; empty for an image"`
	StartLine  int               `json:"start_line" jsonschema:"number of the first line in content"`
	Lines      int               `json:"lines" jsonschema:"how many lines are in content"`
	TotalLines *int              `json:"total_lines,omitempty" jsonschema:"how many the file has; left out where counting them would take long"`
	Truncated  bool              `json:"truncated" jsonschema:"more lines follow, or a line is cut"`
	NextOffset int               `json:"next_offset,omitempty" jsonschema:"offset of the first line that follows"`
	LineCut    bool              `json:"line_cut,omitempty" jsonschema:"the last line in content is longer than what is given of it"`
	BadBytes   bool              `json:"bad_bytes,omitempty" jsonschema:"bytes that are no character were replaced by U+FFFD"`
	Size       int64             `json:"size" jsonschema:"of the file, in bytes"`
	Encoding   textfile.Encoding `json:"encoding,omitempty" jsonschema:"utf-8, utf-8-bom, utf-16le, utf-16be or latin-1; none for an image"`
	MediaType  string            `json:"media_type,omitempty" jsonschema:"of an image, which only a model can see"`

	image []byte
}

// Present shows an image as an image.
func (o readFileOut) Present() []registry.Content {
	if o.MediaType == "" {
		return nil
	}
	text := fmt.Sprintf("%s: %s, %d bytes", o.Path, o.MediaType, o.Size)
	return []registry.Content{registry.Text(text), registry.Image(o.MediaType, o.image)}
}

const (
	defaultLines = 2000     // of a file too large to be read whole
	maxCounted   = 32 << 20 // bytes of a file whose lines are counted to the end
	maxImage     = 5 << 20  // bytes of an image
)

func (w *Workspace) readFile() (registry.Tool, error) {
	return define(registry.Tool{
		Name: "read_file", Description: readFileText,
		Effects: registry.Effects{ReadOnly: true, Idempotent: true},
		Access:  w.reads,
	}, w.runReadFile, showReadFile)
}

func (w *Workspace) runReadFile(ctx context.Context, call *registry.Call, in readFileIn) (readFileOut, error) {
	p, e := w.resolve(in.Path)
	if e != nil {
		return readFileOut{}, e
	}
	f, info, e := openFile(p)
	if e != nil {
		return readFileOut{}, e
	}
	defer f.Close()
	out := readFileOut{Path: string(p.name), Size: info.Size(), StartLine: max(1, in.Offset)}
	if info.Size() <= int64(w.options.MaxRead) {
		return w.readWhole(call, in, out, p, f)
	}
	return w.readLarge(call, in, out, p, untilDone{ctx, f}, info)
}

// readWhole reads a file that is small enough to be read at once.
func (w *Workspace) readWhole(call *registry.Call, in readFileIn, out readFileOut, p place, f *os.File) (readFileOut, error) {
	raw, err := readAll(f, out.Size, w.options.MaxRead)
	if err != nil {
		return out, fileError(p.name, err)
	}
	if len(raw) > w.options.MaxRead {
		return out, registry.Errorf(registry.ToolError, "args.path: %s grew while it was being read", p.name)
	}
	out.Size = int64(len(raw))
	if media := textfile.ImageType(raw); media != "" {
		return imageOut(out, media, raw)
	}
	encoding, binary := textfile.Detect(raw, true)
	if binary {
		return out, binaryError(p, raw, out.Size)
	}
	out.Encoding = encoding
	w.seen.whole(call, w.key(p), raw)
	return w.readText(in, out, p, bytes.NewReader(raw))
}

// readLarge reads what is wanted of a file without holding the rest.
func (w *Workspace) readLarge(
	call *registry.Call, in readFileIn, out readFileOut, p place, f io.Reader, info fs.FileInfo,
) (readFileOut, error) {
	head := make([]byte, textfile.SniffSize)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return out, fileError(p.name, err)
	}
	head = head[:n]
	rest := io.MultiReader(bytes.NewReader(head), f)
	if media := textfile.ImageType(head); media != "" {
		raw, err := io.ReadAll(io.LimitReader(rest, maxImage+1))
		if err != nil {
			return out, fileError(p.name, err)
		}
		return imageOut(out, media, raw)
	}
	encoding, binary := textfile.Detect(head, false)
	if binary {
		return out, binaryError(p, head, out.Size)
	}
	out.Encoding = encoding
	if in.Limit == 0 {
		in.Limit = defaultLines
	}
	w.seen.part(call, w.key(p), info)
	return w.readText(in, out, p, rest)
}

func imageOut(out readFileOut, media string, raw []byte) (readFileOut, error) {
	if len(raw) > maxImage {
		return out, registry.Errorf(registry.ToolError, "args.path: %s is an image of %d bytes; the largest that is shown has %d",
			pathText(out.Path), out.Size, maxImage).WithHint("make it smaller first, with bash")
	}
	out.MediaType, out.image = media, raw
	return out, nil
}

// readText reads the lines that are wanted, and counts the rest of a file that is not too large.
func (w *Workspace) readText(in readFileIn, out readFileOut, p place, raw io.Reader) (readFileOut, error) {
	l := textfile.NewLines(out.Encoding.Decoder(raw), out.Size)
	skipped, err := l.Skip(out.StartLine - 1)
	if err != nil {
		return out, fileError(p.name, err)
	}
	c, err := l.Take(in.Limit, w.options.MaxRead)
	if err != nil {
		return out, fileError(p.name, err)
	}
	out.Content, out.Lines, out.LineCut, out.Truncated = c.Text, c.Lines, c.Cut, c.More || c.Cut
	if c.More {
		out.NextOffset = out.StartLine + out.Lines
	}
	if out.Size <= maxCounted || !c.More {
		rest, err := l.Skip(-1)
		if err != nil {
			return out, fileError(p.name, err)
		}
		total := skipped + c.Read + rest
		out.TotalLines = &total
	}
	if !utf8.ValidString(out.Content) {
		out.Content, out.BadBytes = strings.ToValidUTF8(out.Content, "\ufffd"), true
	}
	return out, nil
}

func binaryError(p place, head []byte, size int64) *registry.Error {
	return registry.Errorf(registry.ToolError, "args.path: %s is binary (%s, %d bytes), not text", p.name, textfile.BinaryType(head), size).
		WithHint("bash can look into it with the tools for its type")
}

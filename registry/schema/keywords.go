package schema

import "github.com/runcode-dev/runcode/registry/schema/internal/jsontext"

// shape is what the value of a keyword must look like.
type shape uint8

const (
	anyShape        shape = iota
	stringShape           // a string
	boolShape             // true or false
	numberShape           // a number
	positiveShape         // a number above 0
	countShape            // a whole number, 0 or more
	arrayShape            // an array
	namesShape            // an array of distinct strings
	namesMapShape         // an object of such arrays
	typeShape             // a type or an array of types
	schemaShape           // a schema
	schemasShape          // an array of schemas, at least one
	schemaMapShape        // an object of schemas
	dependencyShape       // an object of schemas and arrays of strings
	patternShape          // a regular expression
	patternMapShape       // an object of schemas named by regular expressions
	formatShape           // the name of a format
)

// role is what a keyword is for.
type role uint8

const (
	enforced   role = iota // a value is held against it
	annotation             // tells something to a reader
	structure              // names or holds schemas, or the dialect
	unenforced             // the standard makes it an annotation, though its author expects more
)

// rule describes a keyword of JSON Schema.
type rule struct {
	shape   shape
	role    role
	since   draft          // the first draft that has it; 0: all have it
	until   draft          // the last draft that has it; 0: the newest
	applies jsontext.Types // the types that it restricts; 0: all
	needs   string         // the keyword without which it does nothing; empty: none
}

// draft is a version of JSON Schema.
type draft int

const (
	draft4    draft = 4
	draft6    draft = 6
	draft7    draft = 7
	draft2019 draft = 2019
	draft2020 draft = 2020
)

// drafts are the dialects by the text of $schema, without scheme and empty fragment.
var drafts = map[string]draft{
	"json-schema.org/schema":               draft2020,
	"json-schema.org/draft/2020-12/schema": draft2020,
	"json-schema.org/draft/2019-09/schema": draft2019,
	"json-schema.org/draft-07/schema":      draft7,
	"json-schema.org/draft-06/schema":      draft6,
	"json-schema.org/draft-04/schema":      draft4,
}

// rules are the keywords of all drafts. Annotations count as known in every draft, since they change nothing.
var rules = map[string]rule{
	"$schema":          {shape: stringShape, role: structure},
	"$id":              {shape: stringShape, role: structure, since: draft6},
	"id":               {shape: stringShape, role: structure, until: draft4},
	"$anchor":          {shape: stringShape, role: structure, since: draft2019},
	"$dynamicAnchor":   {shape: stringShape, role: structure, since: draft2020},
	"$recursiveAnchor": {shape: boolShape, role: structure, since: draft2019, until: draft2019},
	"$defs":            {shape: schemaMapShape, role: structure},
	"definitions":      {shape: schemaMapShape, role: structure},
	"$vocabulary":      {role: unenforced, since: draft2019},

	"$ref":          {shape: stringShape},
	"$dynamicRef":   {shape: stringShape, since: draft2020},
	"$recursiveRef": {shape: stringShape, since: draft2019, until: draft2019},
	"allOf":         {shape: schemasShape},
	"anyOf":         {shape: schemasShape},
	"oneOf":         {shape: schemasShape},
	"not":           {shape: schemaShape},
	"if":            {shape: schemaShape, since: draft7},
	"then":          {shape: schemaShape, since: draft7, needs: "if"},
	"else":          {shape: schemaShape, since: draft7, needs: "if"},

	"type":  {shape: typeShape},
	"enum":  {shape: arrayShape},
	"const": {since: draft6},

	"multipleOf":       {shape: positiveShape, applies: jsontext.Number},
	"maximum":          {shape: numberShape, applies: jsontext.Number},
	"minimum":          {shape: numberShape, applies: jsontext.Number},
	"exclusiveMaximum": {shape: numberShape, applies: jsontext.Number},
	"exclusiveMinimum": {shape: numberShape, applies: jsontext.Number},

	"maxLength": {shape: countShape, applies: jsontext.String},
	"minLength": {shape: countShape, applies: jsontext.String},
	"pattern":   {shape: patternShape, applies: jsontext.String},
	"format":    {shape: formatShape, applies: jsontext.String},

	"contentEncoding":  {role: unenforced, since: draft7},
	"contentMediaType": {role: unenforced, since: draft7},
	"contentSchema":    {role: unenforced, since: draft2019},

	"items":            {shape: schemaShape, applies: jsontext.Array},
	"prefixItems":      {shape: schemasShape, since: draft2020, applies: jsontext.Array},
	"additionalItems":  {shape: schemaShape, until: draft2019, applies: jsontext.Array, needs: "items"},
	"unevaluatedItems": {shape: schemaShape, since: draft2019, applies: jsontext.Array},
	"maxItems":         {shape: countShape, applies: jsontext.Array},
	"minItems":         {shape: countShape, applies: jsontext.Array},
	"uniqueItems":      {shape: boolShape, applies: jsontext.Array},
	"contains":         {shape: schemaShape, since: draft6, applies: jsontext.Array},
	"maxContains":      {shape: countShape, since: draft2019, applies: jsontext.Array, needs: "contains"},
	"minContains":      {shape: countShape, since: draft2019, applies: jsontext.Array, needs: "contains"},

	"properties":            {shape: schemaMapShape, applies: jsontext.Object},
	"patternProperties":     {shape: patternMapShape, applies: jsontext.Object},
	"additionalProperties":  {shape: schemaShape, applies: jsontext.Object},
	"unevaluatedProperties": {shape: schemaShape, since: draft2019, applies: jsontext.Object},
	"propertyNames":         {shape: schemaShape, since: draft6, applies: jsontext.Object},
	"maxProperties":         {shape: countShape, applies: jsontext.Object},
	"minProperties":         {shape: countShape, applies: jsontext.Object},
	"required":              {shape: namesShape, applies: jsontext.Object},
	"dependencies":          {shape: dependencyShape, applies: jsontext.Object},
	"dependentRequired":     {shape: namesMapShape, since: draft2019, applies: jsontext.Object},
	"dependentSchemas":      {shape: schemaMapShape, since: draft2019, applies: jsontext.Object},

	"title":       {shape: stringShape, role: annotation},
	"description": {shape: stringShape, role: annotation},
	"$comment":    {shape: stringShape, role: annotation},
	"default":     {role: annotation},
	"examples":    {shape: arrayShape, role: annotation},
	"deprecated":  {shape: boolShape, role: annotation},
	"readOnly":    {shape: boolShape, role: annotation},
	"writeOnly":   {shape: boolShape, role: annotation},
}

// in reports whether the keyword belongs to a draft.
func (r rule) in(d draft) bool {
	return r.since <= d && (r.until == 0 || d <= r.until)
}

// formats are those that are enforced. The validator knows what each means.
var formats = map[string]bool{
	"date": true, "date-time": true, "duration": true, "email": true, "hostname": true, "ipv4": true, "ipv6": true,
	"iri": true, "iri-reference": true, "json-pointer": true, "period": true, "regex": true,
	"relative-json-pointer": true, "semver": true, "time": true, "uri": true, "uri-reference": true,
	"uri-template": true, "uuid": true,
}

// typeAliases are names of types that other languages use, and what they must mean.
var typeAliases = map[string]string{
	"str": "string", "text": "string", "int": "integer", "long": "integer", "float": "number", "double": "number",
	"bool": "boolean", "list": "array", "tuple": "array", "dict": "object", "map": "object", "none": "null",
}

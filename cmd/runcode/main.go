// Command runcode runs programs of language models that call tools, and shows the tools there are.
package main

import "os"

func main() { os.Exit(start(os.Args[1:])) }

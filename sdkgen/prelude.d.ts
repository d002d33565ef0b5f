/** What `await tools.x(...)` throws when the call fails. */
declare class ToolCallError extends Error {
  /** Full name of the tool. */
  readonly tool: string;
  /** Such as "INVALID_ARGS", "DENIED", "TIMEOUT", "TOOL_ERROR". */
  readonly code: string;
  /** What to do next. */
  readonly hint?: string;
}

/** The JSON value that the program was given; undefined if there is none. */
declare const input: any;

declare const catalog: {
  /** Finds tools by words in their names and descriptions, the best first; 10 unless limit says otherwise. */
  search(text: string, limit?: number): Promise<{ name: string; summary: string }[]>;
  /** Declares the tool of this full name, with all that is left out here. */
  describe(name: string): Promise<string>;
};


const LINE_FEED = 0x0a;

/** A line without its line feed, and the offset in the chunk after it. */
export type FileLine = { readonly bytes: Uint8Array; readonly end: number };

/**
 * The complete lines of a part of a file. What follows the last line feed is a line only at the end of the file; otherwise the next part
 * begins with it.
 */
export function linesOf(chunk: Uint8Array, isEnd: boolean): FileLine[] {
  const lines: FileLine[] = [];
  let start = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
    lines.push({ bytes: chunk.subarray(start, at), end: at + 1 });
    start = at + 1;
  }
  if (isEnd && start < chunk.length) lines.push({ bytes: chunk.subarray(start), end: chunk.length });
  return lines;
}

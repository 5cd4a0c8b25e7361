/** The bytes of a file, or a part of them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Reads numbers of these bytes. Every reader checks that the number is within them. */
export function viewOf({ buffer, byteOffset, byteLength }: Bytes): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Bytes as a text of the same length: each byte is one character. */
export function textAt(bytes: Bytes, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

/** Where `text` begins, at `from` or later; -1 if nowhere. */
export function indexOfText(bytes: Bytes, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (textAt(bytes, at, text.length) === text) return at;
  return -1;
}

import type { Readable } from 'node:stream';

/** How much of an answer is kept (R19). */
const EXCERPT_BYTES = 512;

/**
 * Reads an answer's body up to `maxBytes` and gives its first 512 bytes. A longer body is destroyed with its
 * socket, an ended one frees the socket for reuse. Never rejects: the status line has decided already (R19).
 */
export async function readExcerpt(body: Readable, maxBytes: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) break;
      if (read < EXCERPT_BYTES) kept.push(chunk.subarray(0, EXCERPT_BYTES - read));
      read += chunk.length;
      if (read >= maxBytes) break;
    }
  } catch {
    // Stalled until the deadline, reset or malformed: what arrived is what there is.
  }
  return Buffer.concat(kept);
}

/** The excerpt as text; bytes of a character cut in half at the end are left out. */
export function excerptText(excerpt: Buffer): string {
  return new TextDecoder().decode(excerpt, { stream: true });
}

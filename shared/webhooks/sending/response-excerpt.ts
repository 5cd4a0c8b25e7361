import type { Readable } from 'node:stream';

/** Bytes of a response that are kept (docs/specification.md#receiver-responses). */
const EXCERPT_BYTES = 512;

/**
 * Reads a response body up to `maxBytes` and returns its first 512 bytes. A longer body is destroyed with its socket; a
 * complete one frees the socket for reuse. Never rejects, because the status line has already decided the outcome: if the body
 * stalls until the deadline, is reset or is malformed, the function returns the bytes that arrived.
 */
export function readExcerpt(body: Readable, maxBytes: number): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let read = 0;
  body.on('data', (chunk: Buffer) => {
    if (read < EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - read));
    read += chunk.length;
    if (read >= maxBytes) body.destroy();
  });
  body.on('error', () => {});
  body.on('close', () => resolve(Buffer.concat(chunks)));
  return promise;
}

/**
 * The excerpt as text, without a character that is cut in half at the end, and without control characters other than tabs and line
 * breaks: a terminal that shows the text would obey them.
 */
export function excerptText(excerpt: Buffer): string {
  return new TextDecoder().decode(excerpt, { stream: true }).replaceAll(CONTROLS, '');
}

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

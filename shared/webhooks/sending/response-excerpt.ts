import type { Readable } from 'node:stream';
import { bytesToLookAhead, maskSecrets } from './mask-headers.ts';

/** Bytes of a response that are kept (docs/specification.md#receiver-responses). */
const EXCERPT_BYTES = 512;

/**
 * Reads a response body up to `maxBytes` and returns its first 512 bytes, and those after them that `excerptText` needs to hide the
 * secrets. A longer body is destroyed with its socket; a complete one frees the socket for reuse. Never rejects, because the status
 * line has already decided the outcome: if the body stalls until the deadline, is reset or is malformed, the function returns the bytes
 * that arrived.
 */
export function readExcerpt(
  body: Readable,
  maxBytes: number,
  secrets: readonly string[] = [],
): Promise<Buffer> {
  const keptBytes = EXCERPT_BYTES + bytesToLookAhead(secrets);
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let read = 0;
  body.on('data', (chunk: Buffer) => {
    if (read < keptBytes) chunks.push(chunk.subarray(0, keptBytes - read));
    read += chunk.length;
    if (read >= maxBytes) body.destroy();
  });
  body.on('error', () => {});
  body.on('close', () => resolve(Buffer.concat(chunks)));
  return promise;
}

/**
 * The first 512 bytes of the excerpt as text, without a character that is cut in half at the end, and without control characters other
 * than tabs and line breaks: a terminal that shows the text would obey them. Secrets are hidden before the text is cut, because the
 * part of a secret before the cut could not be recognised, and after control characters are removed, because these can separate its
 * characters.
 */
export function excerptText(excerpt: Buffer, secrets: readonly string[] = []): string {
  const text = decode(excerpt.subarray(0, EXCERPT_BYTES));
  return secrets.length === 0 ? text : maskSecrets(decode(excerpt), text.length, secrets);
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll(CONTROLS, '');
}

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

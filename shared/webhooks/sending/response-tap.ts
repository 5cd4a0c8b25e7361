import type { Socket } from 'node:net';
import { errors } from './undici.ts';

/** 16 KB of headers, 16 KB of body, and as much again for chunk sizes, trailers and informational responses. */
const MAX_RESPONSE_BYTES = 65_536;
const CONTINUE_LINE = Buffer.from('HTTP/1.1 100');
/** After this many matched bytes the status is known to start with 1. */
const INFORMATIONAL = 10;
const TWO = 0x32;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Installs two rules on a connected socket before undici reads from it. A response of more than 64 KB fails with
 * HeadersOverflowError: undici limits headers and streams the body, but accepts line ends, reason phrases, chunk extensions
 * and informational responses without a limit. And an unrequested `100 Continue` is ignored, as RFC 9110, 15.2.1 requires,
 * where undici would close the connection.
 */
export function tapResponses(socket: Socket, maxBytes = MAX_RESPONSE_BYTES): void {
  const read = socket.read.bind(socket);
  let requestedAt = -1;
  let given = 0;
  let mask = createContinueMask();
  socket.read = (size) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    // A socket carries one request at a time and writes it completely before the response. So if bytes were written since
    // the last read, a new response begins.
    if (socket.bytesWritten !== requestedAt) {
      requestedAt = socket.bytesWritten;
      given = 0;
      mask = createContinueMask();
    }
    if (given >= maxBytes) {
      socket.destroy(new errors.HeadersOverflowError());
      return null;
    }
    given += chunk.length;
    mask(chunk);
    return chunk;
  };
}

/**
 * Creates a function that receives the chunks of one response in order and changes every `100` before the final status into
 * a `102`, in place: undici discards `102` and all other informational responses.
 */
function createContinueMask(): (chunk: Buffer) => void {
  let part: 'line' | 'head' | 'final' = 'line';
  let matched = 0;

  function takeLine(byte: number): number {
    // The parser skips line ends before a status line.
    if (matched === 0 && (byte === 0x0d || byte === 0x0a)) return byte;
    if (byte !== CONTINUE_LINE[matched]) {
      part = matched >= INFORMATIONAL ? 'head' : 'final';
      matched = 0;
      return byte;
    }
    matched += 1;
    if (matched < CONTINUE_LINE.length) return byte;
    part = 'head';
    matched = 0;
    return TWO;
  }

  function takeHead(byte: number): void {
    if (byte === END_OF_HEAD[matched]) matched += 1;
    else matched = byte === END_OF_HEAD[0] ? 1 : 0;
    if (matched < END_OF_HEAD.length) return;
    part = 'line';
    matched = 0;
  }

  return (chunk) => {
    for (const [index, byte] of chunk.entries()) {
      if (part === 'final') return;
      if (part === 'line') chunk[index] = takeLine(byte);
      else takeHead(byte);
    }
  };
}

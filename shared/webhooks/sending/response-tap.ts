import type { Socket } from 'node:net';
import { errors } from 'undici';

/** 16 KB of headers, 16 KB of body (R19), and as much again for chunk sizes, trailers and informational answers. */
const MAX_ANSWER_BYTES = 65_536;
const CONTINUE_LINE = Buffer.from('HTTP/1.1 100');
/** From here on the status is known to begin with 1. */
const INFORMATIONAL = 10;
const TWO = 0x32;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Puts two rules on a connected socket before undici reads from it. An answer that has not come to its end after 64 KB
 * breaks with HeadersOverflowError: undici counts headers and hands out body, but takes line ends, reason phrases, chunk
 * extensions and informational answers without a limit. And a `100 Continue` that nobody asked for is deletioned, as
 * RFC 9110, 15.2.1 has it, where undici would break the connection.
 */
export function tapResponses(socket: Socket, maxBytes = MAX_ANSWER_BYTES): void {
  const read = socket.read.bind(socket);
  let requestedAt = -1;
  let given = 0;
  let mask = createContinueMask();
  socket.read = (size) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    // One request at a time is on a socket, and each is written whole: more was written, so a new answer begins.
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
 * Makes a function that gets the chunks of one answer in order and turns every `100` before the final status into a
 * `102`, in place: undici deletions that one and all other informational answers by itself.
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

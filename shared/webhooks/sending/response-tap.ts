import type { Socket } from 'node:net';

/** 16 KB of headers, 16 KB of body, and as much again for chunk sizes, trailers and informational responses. */
const MAX_RESPONSE_BYTES = 65_536;
const END_OF_HEAD = '\r\n\r\n';

/** Facts about the bytes of one response that Node's parser does not report. */
export interface ResponseTap {
  /** Must be called when the parser has read the headers of a response, also of an informational response. */
  headEnds(): void;
  /**
   * Whether the complete response ended with the last byte that arrived. Bytes after it would belong to no request, and the parser
   * discards the start of another response. `bodyLength` is undefined for a body in chunks. The result can be false by mistake, if the
   * headers or the last chunk arrived in several pieces.
   */
  endsExactly(bodyLength: number | undefined): boolean;
  /** Stops observing the socket. */
  end(): void;
}

/**
 * Observes the bytes that Node's parser reads, and calls `overflow` if the response has more than 64 KB: Node limits headers and streams the
 * body, but accepts line ends, reason phrases, chunk extensions and informational responses without a common limit.
 */
export function tapResponse(
  socket: Socket,
  overflow: () => void,
  maxBytes = MAX_RESPONSE_BYTES,
): ResponseTap {
  let arrived = 0;
  let last: Buffer = Buffer.alloc(0);
  /** Where the parser is in `last`, and how many bytes arrived after it. */
  let headEnd = 0;
  let afterHead = Number.NaN;

  function read(chunk: Buffer): void {
    if (arrived >= maxBytes) overflow();
    arrived += chunk.length;
    afterHead += chunk.length;
    last = chunk;
    headEnd = 0;
  }

  // This listener must run before the parser's listener, which exists already.
  socket.prependListener('data', read);
  return {
    headEnds() {
      const at = last.indexOf(END_OF_HEAD, headEnd);
      headEnd = at === -1 ? last.length : at + END_OF_HEAD.length;
      afterHead = at === -1 ? Number.NaN : last.length - headEnd;
    },
    endsExactly: (bodyLength) =>
      bodyLength === undefined
        ? last.subarray(-END_OF_HEAD.length).equals(Buffer.from(END_OF_HEAD))
        : afterHead === bodyLength,
    end: () => void socket.off('data', read),
  };
}

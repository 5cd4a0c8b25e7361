import type { IncomingHttpHeaders } from 'node:http';

/** The response to one request; `excerpt` is the start of its body, for `excerptText`. */
export type ReceivedResponse = {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly excerpt: Buffer;
};

/** RFC 9112, 4, which allows any white space between the parts, and 2.2, which allows empty lines before it and lines without CR. */
const STATUS_LINE = /^(?:\r?\n)*HTTP\/\d\.\d[ \t\v\f\r]+(\d{3})(?:[ \t\v\f\r][^\n]*)?\n/;
const END_OF_HEADERS = /^\r?\n|\n\r?\n/;

/**
 * Reads as much of a response as is certain from bytes that Node's parser rejects or that end too early: the status, and the headers that
 * arrived whole. Informational responses before it are skipped. Returns undefined without a complete status line of a final response
 * (docs/specification/webhooks.md#receiver-responses).
 */
export function readResponseHead(bytes: Buffer): ReceivedResponse | undefined {
  // One character for each byte.
  const text = bytes.toString('latin1');
  let at = 0;
  for (;;) {
    const line = STATUS_LINE.exec(text.slice(at));
    const statusCode = Number(line?.[1]);
    if (!line || statusCode < 100 || statusCode === 101) return undefined;
    at += line[0].length;
    const end = END_OF_HEADERS.exec(text.slice(at));
    const next = end ? at + end.index + end[0].length : text.length;
    if (statusCode >= 200) {
      // The last line of headers that have no end may be cut.
      const headers = readHeaders(text.slice(at, end ? next : text.lastIndexOf('\n') + 1));
      // How long a body in chunks is, and where its text begins, is not certain.
      const excerpt = 'transfer-encoding' in headers ? bytes.subarray(bytes.length) : bytes.subarray(next);
      return { statusCode, headers, excerpt };
    }
    at = next;
  }
}

/** The first value of each header, as Node reads `Retry-After`. */
function readHeaders(text: string): IncomingHttpHeaders {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split('\n');
  return Object.fromEntries(
    lines.toReversed().map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
}

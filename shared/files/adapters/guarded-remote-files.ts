import type { Bytes } from '#shared/files/domain/media-bytes/byte-view.ts';
import { isMediaType, libraryType, MEDIA_LIMITS, type MediaType } from '#shared/files/domain/media.ts';
import { DownloadError, type RemoteFiles } from '#shared/files/ports/remote-files.ts';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import {
  openResponse,
  type OpenResponse,
  type RequestLimits,
} from '#shared/platform/network/guarded-request.ts';
import { HttpFailureError } from '#shared/platform/network/http-client.ts';

/** Statuses with a `Location` that a GET follows (RFC 9110, 15.4). */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

/** The content codings of the IANA registry that compress. */
const COMPRESSIONS: ReadonlySet<string> = new Set([
  'gzip',
  'x-gzip',
  'deflate',
  'compress',
  'x-compress',
  'br',
  'zstd',
  'dcb',
  'dcz',
  'pack200-gzip',
  'exi',
]);

/** Statuses of temporary failures: the server asks for a later request, or has an internal error. */
const canStatusPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** The whole download takes at most this long, redirects included: 200 MB need 14 Mbit/s. */
const LIMITS = { connectMs: 4000, idleMs: 10_000, deadlineMs: 120_000 };

/** Timers can fire this many milliseconds early. */
const TIMER_MS = 5;

const HEADERS = { accept: 'image/*, video/*' };

type Sniff = {
  /** Number of leading bytes that `detect` needs. */
  readonly length: number;
  readonly detect: (start: Bytes) => string | undefined | Promise<string | undefined>;
};

/**
 * Files of other servers, through the address guard. Each redirect is checked like the first URL. The type is detected before the
 * body is read, and limits its size while it is read. Errors contain the status and sentences of this platform, never a text of the
 * response: it could be a page of an internal network.
 */
export function createGuardedRemoteFiles(
  guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>,
  sniff: Sniff,
  userAgent: string,
  limits: Required<RequestLimits> = LIMITS,
): RemoteFiles {
  return {
    async open(url) {
      const end = performance.now() + limits.deadlineMs;
      const response = await follow(url, end);
      try {
        return await toFile(response, end);
      } catch (error) {
        response.close();
        throw error;
      }
    },
  };

  async function follow(first: string, end: number): Promise<OpenResponse> {
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await openAt(url, end);
      const { statusCode: status = 0, headers } = response.incoming;
      if (!REDIRECTS.has(status)) return response;
      response.close();
      if (redirects === MAX_REDIRECTS)
        throw new DownloadError(
          'too_many_redirects',
          `The server redirects more than ${MAX_REDIRECTS} times. Use the URL of the file itself.`,
        );
      url = redirectTarget(headers.location, url);
    }
  }

  async function openAt(url: string, end: number): Promise<OpenResponse> {
    const deadlineMs = Math.max(1, Math.ceil(end - performance.now()));
    try {
      const request = { method: 'GET', url, headers: HEADERS } as const;
      return await openResponse(guard, request, { ...limits, userAgent, deadlineMs });
    } catch (error) {
      throw toDownloadError(error, end);
    }
  }

  async function toFile(response: OpenResponse, end: number) {
    const { statusCode: status = 0, headers } = response.incoming;
    requireWholeFile(status);
    const chunks = guarded(response.chunks(), end);
    const start = await readStart(chunks, sniff.length);
    const mimeType = libraryType(await sniff.detect(start));
    if (mimeType === undefined || !isMediaType(mimeType)) {
      if (isCompressed(headers['content-encoding']))
        throw new DownloadError(
          'invalid_response',
          'The server sends the file compressed, although the request excludes that. Use a URL that returns the file itself.',
        );
      throw new DownloadError(
        'unsupported_type',
        `The content of the URL is not a file that the media library supports. Use one of ${Object.keys(MEDIA_LIMITS).join(', ')}.`,
      );
    }
    // The declared length can be wrong, but it avoids the download of a file that declares itself too large.
    if (Number(headers['content-length'] ?? 0) > MEDIA_LIMITS[mimeType]) throw tooLarge(mimeType);
    return { mimeType, body: limited(start, chunks, mimeType), close: response.close };
  }

  async function* guarded(chunks: AsyncIterable<Buffer>, end: number): AsyncGenerator<Buffer, undefined> {
    try {
      yield* chunks;
      return undefined;
    } catch (error) {
      throw toDownloadError(error, end);
    }
  }

  function toDownloadError(error: unknown, end: number): unknown {
    if (!(error instanceof HttpFailureError)) return error;
    const { kind, message } = error;
    if (kind === 'blocked') return new DownloadError('address_blocked', message, { cause: error });
    // The last request had only the remaining time as its timeout, and its message would name that time.
    const isLate = performance.now() >= end - TIMER_MS;
    const late = `The download took longer than ${limits.deadlineMs / 1000} seconds.`;
    return new DownloadError('connection_failed', isLate ? late : message, { canPass: true, cause: error });
  }
}

/** @throws DownloadError for a status without the whole file */
function requireWholeFile(status: number): void {
  if (status < 200 || status > 299)
    throw new DownloadError(
      'http_error',
      `The server responded with status ${status}. Use a URL that returns the file without credentials.`,
      { canPass: canStatusPass(status) },
    );
  if (status === 206)
    throw new DownloadError('invalid_response', 'The server responded with a part of the file (status 206).');
}

/**
 * Whether `Content-Encoding` names a compression. It only explains bytes that are no media file: storages send `aws-chunked`, `UTF-8`, `none`
 * or the compression of an earlier upload with plain bytes.
 */
function isCompressed(encoding = ''): boolean {
  return encoding.split(',').some((coding) => COMPRESSIONS.has(coding.trim().toLowerCase()));
}

/**
 * The absolute URL of a redirect. The fragment has no meaning for a request. Servers send characters beyond ASCII as raw bytes, which Node
 * reads as Latin-1; like browsers, the request sends the same bytes, percent-encoded.
 */
function redirectTarget(location: string | undefined, from: string): string {
  const ascii = location?.replaceAll(
    /[\u0080-\u00ff]/gu,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const target = ascii === undefined ? null : URL.parse(ascii, from);
  if (target === null)
    throw new DownloadError('invalid_response', 'The server redirects to an address that is not valid.');
  target.hash = '';
  return target.href;
}

/** The first bytes of a body, at most a little more than `length`. */
async function readStart(chunks: AsyncIterator<Buffer, undefined>, length: number): Promise<Bytes> {
  const read: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    read.push(value);
    size += value.length;
  }
  return Buffer.concat(read);
}

async function* limited(
  start: Uint8Array,
  chunks: AsyncIterable<Buffer>,
  mimeType: MediaType,
): AsyncGenerator<Uint8Array> {
  const limit = MEDIA_LIMITS[mimeType];
  let size = start.length;
  if (size > limit) throw tooLarge(mimeType);
  yield start;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw tooLarge(mimeType);
    yield chunk;
  }
}

function tooLarge(mimeType: MediaType): DownloadError {
  return new DownloadError(
    'too_large',
    `Files of the type ${mimeType} can have at most ${MEDIA_LIMITS[mimeType]} bytes. Use a smaller file.`,
  );
}

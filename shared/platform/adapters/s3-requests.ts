import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { bucketUrl, type FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';

const ATTEMPTS = 3;
const PAUSES = { firstMs: 50, maxMs: 400 };
/** Our own requests are sent immediately; this validity only covers clock differences. */
const OWN_VALID_MS = 60_000;
/** Part of every signature, but of no request: the bytes themselves are not signed. */
const UNSIGNED_PAYLOAD = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for a request to the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Limit in milliseconds for all attempts together; without it, only each attempt has a limit. */
  readonly withinMs?: number;
};

/** A complete response. */
export type S3Response = {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
};

/** S3 returned no usable response. The same request may succeed later. */
class FilesUnavailableError extends Error {
  override readonly name = 'FilesUnavailableError';
}

export type S3Requests = {
  /** Presigns exactly this request, including every header, valid from `now` for `validMs` milliseconds. */
  presign(request: S3Request, now: Date, validMs: number): Promise<string>;
  /**
   * Sends a request that is safe to repeat. Each attempt, including the body, times out after `limitMs` milliseconds. Returns
   * the result of `read` for the first response whose status is neither 5xx nor 429. If the connection or `read` fails, the
   * request is repeated too, except after an UnexpectedResponseError.
   * @throws FilesUnavailableError after the last attempt · UnexpectedResponseError
   */
  send<T>(request: S3Request, limitMs: number, read: (response: S3Response) => T): Promise<T>;
};

/**
 * Requests to one bucket, signed in the query string (Signature Version 4) and sent by parts of the AWS SDK, which are much smaller than
 * its client of S3. Node's `fetch` would take 40 ms of a cold start.
 */
export function createS3Requests(settings: FileSettings): S3Requests {
  const { AWS_SESSION_TOKEN: sessionToken } = settings;
  const signer = new SignatureV4({
    service: 's3',
    region: settings.AWS_REGION,
    credentials: {
      accessKeyId: settings.AWS_ACCESS_KEY_ID,
      secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
    sha256: Sha256,
    // S3 alone signs paths as they are sent.
    uriEscapePath: false,
  });
  const http = new NodeHttpHandler();
  const origin = bucketUrl(settings);

  async function presign({ method, key, query = {}, headers = {} }: S3Request, now: Date, validMs: number) {
    const url = new URL(`${origin}/${key}`);
    const request = new HttpRequest({
      method,
      path: url.pathname,
      query: { ...query },
      headers: { ...headers, host: url.host, ...UNSIGNED_PAYLOAD },
    });
    const signed = await signer.presign(request, {
      signingDate: now,
      expiresIn: Math.floor(validMs / 1000),
      // Every header of the request is signed as a header, none as a parameter.
      unhoistableHeaders: new Set(Object.keys(request.headers)),
      unsignableHeaders: new Set(Object.keys(UNSIGNED_PAYLOAD)),
    });
    for (const [name, value] of Object.entries(signed.query ?? {})) url.searchParams.set(name, String(value));
    return url.href;
  }

  async function sendOnce({ method, headers, body }: S3Request, href: string, limitMs: number) {
    const { protocol, hostname, port, pathname, search } = new URL(href);
    const signal = AbortSignal.timeout(limitMs);
    const request = new HttpRequest({
      method,
      protocol,
      hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      path: pathname + search,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const { response } = await http.handle(request, { abortSignal: signal });
    if (!(response.body instanceof Readable)) throw new TypeError('the response has no body');
    const received = await buffer(addAbortSignal(signal, response.body));
    return { status: response.statusCode, headers: response.headers, body: received };
  }

  return {
    presign,

    async send(request, limitMs, read) {
      const { withinMs = Number.POSITIVE_INFINITY } = request;
      const deadline = performance.now() + withinMs;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const url = await presign(request, new Date(), OWN_VALID_MS);
          const left = Math.min(limitMs, Math.max(1, deadline - performance.now()));
          const response = await sendOnce(request, url, Math.ceil(left));
          if (response.status < 500 && response.status !== 429) return read(response);
          throw new Error(`S3 responded with ${response.status}: ${errorCode(response)}`);
        } catch (error) {
          if (error instanceof UnexpectedResponseError) throw error;
          if (attempt === ATTEMPTS || performance.now() >= deadline)
            throw new FilesUnavailableError('S3 returned no usable response', { cause: error });
        }
        await systemBackOff(attempt, PAUSES);
      }
    },
  };
}

/** S3 rejected a request that should succeed. Permissions or settings are wrong, so a retry does not help. */
class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/** Throws an error with the status and S3's error code. These identify the cause without showing the signed URL. */
export function rejectResponse(response: S3Response): never {
  throw new UnexpectedResponseError(`S3 responded with ${response.status}: ${errorCode(response)}`);
}

function errorCode({ body }: S3Response): string {
  return /<Code>(\w{1,60})<\/Code>/u.exec(body.toString())?.[1] ?? 'no error code';
}

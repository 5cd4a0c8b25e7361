import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 50;
/** Our own requests are sent immediately; this validity only covers clock differences. */
const OWN_VALID_MS = 60_000;

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for a request to the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Limit in milliseconds for all attempts together; without it, only each attempt has a limit. */
  readonly withinMs?: number;
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
  send<T>(request: S3Request, limitMs: number, read: (response: Response) => Promise<T>): Promise<T>;
};

/** Requests to one bucket, signed in the query string (Signature Version 4) like the presigned URLs of the AWS SDK. */
export function createS3Requests(settings: FileSettings): S3Requests {
  const { AWS_SESSION_TOKEN: sessionToken } = settings;
  const client = new AwsClient({
    service: 's3',
    region: settings.AWS_REGION,
    accessKeyId: settings.AWS_ACCESS_KEY_ID,
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  const origin = originOf(settings);

  async function presign({ method, key, query = {}, headers = {} }: S3Request, now: Date, validMs: number) {
    const url = new URL(`${origin}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    url.searchParams.set('X-Amz-Expires', String(Math.floor(validMs / 1000)));
    const datetime = now.toISOString().replaceAll(/[:-]|\.\d{3}/gu, '');
    const aws = { signQuery: true, allHeaders: true, datetime };
    return (await client.sign(url, { method, headers, aws })).url;
  }

  return {
    presign,

    async send(request, limitMs, read) {
      const { method, headers = {}, body = null, withinMs = Number.POSITIVE_INFINITY } = request;
      const deadline = performance.now() + withinMs;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const url = await presign(request, new Date(), OWN_VALID_MS);
          const signal = AbortSignal.timeout(
            Math.ceil(Math.min(limitMs, Math.max(1, deadline - performance.now()))),
          );
          const response = await fetch(url, { method, headers, body, signal });
          if (response.status < 500 && response.status !== 429) return await read(response);
          throw new Error(`S3 responded with ${response.status}: ${errorCode(await response.text())}`);
        } catch (error) {
          if (error instanceof UnexpectedResponseError) throw error;
          if (attempt === ATTEMPTS || performance.now() >= deadline)
            throw new FilesUnavailableError('S3 returned no usable response', { cause: error });
        }
        await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
      }
    },
  };
}

/** S3 rejected a request that should succeed. Permissions or settings are wrong, so a retry does not help. */
class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/** Throws an error with the status and S3's error code. These identify the cause without showing the signed URL. */
export async function rejectResponse(response: Response): Promise<never> {
  throw new UnexpectedResponseError(
    `S3 responded with ${response.status}: ${errorCode(await response.text())}`,
  );
}

function originOf({ MEDIA_BUCKET, AWS_REGION, AWS_ENDPOINT_URL_S3 }: FileSettings): string {
  if (AWS_ENDPOINT_URL_S3 !== undefined) return `${AWS_ENDPOINT_URL_S3}/${MEDIA_BUCKET}`;
  return `https://${MEDIA_BUCKET}.s3.${AWS_REGION}.amazonaws.com`;
}

function errorCode(body: string): string {
  return /<Code>(\w{1,60})<\/Code>/u.exec(body)?.[1] ?? 'no error code';
}

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { AwsError } from '#local/aws/aws-error.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

export type SignedRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
};

/** S3 signs URLs for at most seven days and tolerates a clock difference of 15 minutes. */
const MAX_SECONDS = 604_800;
const CLOCK_SKEW_MS = 15 * MINUTE_MS;

const DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/u;

/**
 * Verifies the signature in the query string like S3: known key, not expired, and every signed header unchanged. This binds
 * an upload to its declared type and length. @throws AwsError
 */
export async function requireSignature({ method, url, headers }: SignedRequest, now: number): Promise<void> {
  const parameter = (name: string): string => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const signature = parameter('Signature');
  if (signature === '') throw new AwsError('AccessDenied', 'The request is not signed.', 403);
  if (parameter('Algorithm') !== 'AWS4-HMAC-SHA256')
    throw malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const datetime = parameter('Date');
  const signedAt = Date.parse(datetime.replace(DATE, '$1-$2-$3T$4:$5:$6Z'));
  if (!DATE.test(datetime) || Number.isNaN(signedAt))
    throw malformed('X-Amz-Date must be in the ISO8601 form');
  const seconds = Number(parameter('Expires'));
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
    throw malformed('X-Amz-Expires must be between 1 and 604800 seconds');

  const [key, ...scope] = parameter('Credential').split('/');
  const { accessKeyId, secretAccessKey } = LOCAL_AWS.credentials;
  if (key !== accessKeyId)
    throw new AwsError('InvalidAccessKeyId', 'The access key does not exist in our records.', 403);
  if (scope.join('/') !== `${datetime.slice(0, 8)}/${LOCAL_AWS.region}/s3/aws4_request`)
    throw malformed('The credential is for another day, region or service');

  if (now > signedAt + seconds * 1000) throw new AwsError('AccessDenied', 'Request has expired', 403);
  if (signedAt > now + CLOCK_SKEW_MS) throw new AwsError('AccessDenied', 'Request is not yet valid', 403);

  const names = parameter('SignedHeaders').split(';');
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !names.includes(name));
  if (unsigned.length > 0 || !names.includes('host'))
    throw new AwsError(
      'AccessDenied',
      'There were headers present in the request which were not signed',
      403,
    );

  const query = new URLSearchParams(url.searchParams);
  query.delete('X-Amz-Signature');
  const signer = new AwsV4Signer({
    method,
    url: `http://${headers.host}${url.pathname}?${query.toString()}`,
    headers: names.flatMap((name): [string, string][] => {
      const value = headers[name];
      return name === 'host' || value === undefined ? [] : [[name, String(value)]];
    }),
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: LOCAL_AWS.region,
    datetime,
    signQuery: true,
    allHeaders: true,
  });
  const expected = Buffer.from(await signer.signature());
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AwsError(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
      403,
    );
}

function malformed(message: string): AwsError {
  return new AwsError('AuthorizationQueryParametersError', message);
}

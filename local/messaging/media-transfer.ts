import { AwsV4Signer } from 'aws4fetch';
import * as v from 'valibot';
import { AwsError } from '#local/aws/aws-error.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';

/** A file as it is stored in a bucket or behind a presigned URL. */
export type TransferredFile = { readonly contentType: string; readonly bytes: Uint8Array };

const s3File = v.object({ bucketName: v.string(), key: v.string() });
const presigned = v.object({
  url: v.pipe(v.string(), v.maxLength(2000)),
  headers: v.record(v.string(), v.string()),
});

/** Exactly one of both places. */
export const placeSchema = v.pipe(
  v.object({ s3File: v.optional(s3File), presigned: v.optional(presigned) }),
  v.check(
    ({ s3File: file, presigned: url }) => (file === undefined) !== (url === undefined),
    'must be exactly one of an S3 file and a presigned URL',
  ),
);

export type Place = v.InferOutput<typeof placeSchema>;

/** Reads the file that the sender put somewhere. @throws AwsError if it is not there */
export async function readFrom(place: Place, s3: string): Promise<TransferredFile> {
  const { url, headers } = await requestFor('GET', place, s3);
  const response = await exchange(url, { headers });
  const declared = new Headers(headers).get('content-type') ?? response.headers.get('content-type');
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { contentType: declared ?? 'application/octet-stream', bytes };
}

/** Writes a received file; in a bucket under the key followed by the ID of the file. @throws AwsError */
export async function writeTo(
  { s3File: file, presigned: target }: Place,
  media: TransferredFile & { readonly id: string },
  s3: string,
): Promise<void> {
  const place = file ? { s3File: { ...file, key: file.key + media.id } } : { presigned: target };
  const { url, headers } = await requestFor('PUT', place, s3);
  const body = Buffer.from(media.bytes);
  await exchange(url, { method: 'PUT', body, headers: { 'content-type': media.contentType, ...headers } });
}

/** AWS uses the role of the caller for a bucket; the signature of a presigned URL is the same here. */
async function requestFor(method: string, { s3File: file, presigned: given }: Place, s3: string) {
  if (given) return given;
  if (!file) throw new Error('A place has a file or a URL');
  const url = new URL(`${s3}/${file.bucketName}/${file.key}`);
  url.searchParams.set('X-Amz-Expires', '60');
  const { region, credentials } = LOCAL_AWS;
  const request = { method, url: url.toString(), region, service: 's3', signQuery: true };
  const signer = new AwsV4Signer({ ...request, ...credentials });
  const signed = await signer.sign();
  return { url: signed.url.toString(), headers: {} };
}

async function exchange(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request).catch(() => undefined);
  if (response?.ok === true) return response;
  throw new AwsError('InvalidParametersException', 'The file cannot be transferred.');
}

import { describe, expect, it } from 'vitest';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { type S3Response, s3Doubles } from '#test/support/fixtures/files/s3-double.ts';

const COPIED = '<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>';
/** Two seconds, and a margin for a busy machine. */
const DEADLINE_MS = 8000;
const ERROR = '<Error><Code>InternalError</Code></Error>';
const OK = { status: 200, body: 'the file' };

describe('the S3 file store', () => {
  const startS3 = s3Doubles();

  async function startWith(...responses: S3Response[]) {
    const s3 = await startS3(...responses);
    return { ...s3, files: createS3FileStore(s3.settings) };
  }

  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

  it.each<[string, S3Response]>([
    ['is slow down', { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }],
    ['is a server error', { status: 500, body: ERROR }],
    ['is too many requests', { status: 429 }],
    ['is a connection reset', 'reset'],
    ['ends in the middle', 'half a body'],
  ])('retries when the response %s', async (_, response) => {
    const { files, requests } = await startWith(response, response, OK);

    expect(text(await files.read('media/w/f'))).toBe('the file');
    expect(requests).toHaveLength(3);
  });

  it('retries after two seconds without a response', async () => {
    const { files, requests } = await startWith('silence', { status: 204 });
    const asked = Date.now();
    await files.remove('media/w/f');

    expect(Date.now() - asked).toBeLessThan(DEADLINE_MS);
    expect(requests).toHaveLength(2);
  });

  it('fails after three attempts with a temporary error', async () => {
    const { files, requests } = await startWith('reset', 'reset', 'reset', OK);

    await expect(files.read('media/w/f')).rejects.toMatchObject({ name: 'FilesUnavailableError' });
    expect(requests).toHaveLength(3);
  });

  it.each<[string, (files: ReturnType<typeof createS3FileStore>) => Promise<unknown>]>([
    ['read', (files) => files.read('media/w/f')],
    ['inspect', (files) => files.inspect('pending/w/f', 10)],
    ['copy', (files) => files.copy({ key: 'pending/w/f', version: '"e"' }, 'media/w/f')],
    ['remove', (files) => files.remove('media/w/f')],
  ])('%s fails at once when it is rejected, and reports the code', async (_, act) => {
    const body = '<Error><Code>AccessDenied</Code><Message>secret detail</Message></Error>';
    const { files, requests } = await startWith({ status: 403, body });

    await expect(act(files)).rejects.toThrow(/^S3 responded with 403: AccessDenied$/u);
    expect(requests).toHaveLength(1);
  });

  it('treats an error inside a 200 as an error', async () => {
    const late = { status: 200, body: ERROR };
    const copied = { status: 200, body: COPIED };
    const { files, requests } = await startWith(late, copied);

    expect(await files.copy({ key: 'pending/w/f', version: '"e"' }, 'media/w/f')).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('copies one version from bucket to bucket, with signed headers only', async () => {
    const { files, requests } = await startWith({ status: 200, body: COPIED });
    await files.copy({ key: 'pending/w/f', version: '"e"' }, 'media/w/f');
    const [request] = requests;

    expect([request?.method, request?.url.pathname]).toEqual(['PUT', '/MediaBucket/media/w/f']);
    expect(request?.headers).toMatchObject({
      'x-amz-copy-source': '/MediaBucket/pending/w/f',
      'x-amz-copy-source-if-match': '"e"',
    });
    expect(request?.url.searchParams.get('X-Amz-SignedHeaders')).toBe(
      'host;x-amz-copy-source;x-amz-copy-source-if-match',
    );
  });

  it('finds an empty file', async () => {
    const { files } = await startWith({ status: 416, body: '<Error><Code>InvalidRange</Code></Error>' });

    expect(await files.inspect('pending/w/f', 10)).toMatchObject({ size: 0 });
  });
});

describe('presigned URLs of the S3 file store', () => {
  // Signatures made by the AWS SDK's own signer (@smithy/signature-v4) from the same input.
  const AWS = {
    MEDIA_BUCKET: 'media-1234',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  };
  const upload = { key: 'pending/workspace/file', mimeType: 'image/png', size: 1000 };

  it('use the host of the bucket, sign type and length, and last 15 minutes', async () => {
    const { url } = await createS3FileStore(AWS).presignUpload(upload, NOW);
    const { host, pathname, searchParams } = new URL(url);

    expect([host, pathname]).toEqual(['media-1234.s3.eu-central-1.amazonaws.com', '/pending/workspace/file']);
    expect(Object.fromEntries(searchParams)).toEqual({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIDEXAMPLE/20260601/eu-central-1/s3/aws4_request',
      'X-Amz-Date': '20260601T120000Z',
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'content-length;content-type;host',
      'X-Amz-Signature': '1178954dd333abfcd9e8b8292d813a63ec5b42a131995cc4cbf221785175a240',
    });
  });

  it('contain the token of temporary credentials', async () => {
    const files = createS3FileStore({ ...AWS, AWS_SESSION_TOKEN: 'token/+=' });
    const { searchParams } = new URL(await files.presignRead('media/workspace/file', NOW));

    expect(searchParams.get('X-Amz-Security-Token')).toBe('token/+=');
    expect(searchParams.get('X-Amz-Expires')).toBe('3600');
    expect(searchParams.get('X-Amz-Signature')).toBe(
      'a57b78ad452c3dae562b99f74ee5c4b51d7e2454e7328543b935eb841ab2caf0',
    );
  });
});

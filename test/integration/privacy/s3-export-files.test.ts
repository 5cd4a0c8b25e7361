import { describe, expect, it } from 'vitest';
import { createS3ExportFiles } from '#shared/privacy/adapters/s3-export-files.ts';
import { type S3Response, s3Doubles } from '#test/support/fixtures/files/s3-double.ts';

const COPIED = { status: 200, body: '<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>' };
const ERROR = '<Error><Code>InternalError</Code></Error>';
const FROM = 'media/w/f';
const TO = 'exports/w/e/media/f.png';

describe('a copy of a media file for an export', () => {
  const startS3 = s3Doubles();

  async function startWith(...responses: S3Response[]) {
    const s3 = await startS3(...responses);
    return { ...s3, files: createS3ExportFiles(s3.settings) };
  }

  it('is made by S3 itself', async () => {
    const { files, requests } = await startWith(COPIED);

    expect(await files.copy(FROM, TO)).toBe(true);
    expect(requests.map(({ method, url }) => [method, url.pathname])).toEqual([
      ['PUT', `/MediaBucket/${TO}`],
    ]);
    expect(requests[0]?.headers).toMatchObject({ 'x-amz-copy-source': `/MediaBucket/${FROM}` });
  });

  it('is tried again after an error inside a 200', async () => {
    const { files, requests } = await startWith({ status: 200, body: ERROR }, COPIED);

    expect(await files.copy(FROM, TO)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('is not made of a deleted file', async () => {
    const { files } = await startWith({ status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' });

    expect(await files.copy(FROM, TO)).toBe(false);
  });

  it('fails if S3 rejects it', async () => {
    const { files } = await startWith({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });

    await expect(files.copy(FROM, TO)).rejects.toThrow(/^S3 responded with 403: AccessDenied$/u);
  });
});

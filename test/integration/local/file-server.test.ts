import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startFileServer } from '#local/files/file-server.ts';
import type { BucketDescription } from '#local/template/platform.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { fileStoreSettings } from '#test/support/fixtures/files/file-fixture.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const BUCKET: BucketDescription = {
  name: 'MediaBucket',
  cors: {
    origins: ['*'],
    methods: ['PUT', 'GET'],
    headers: ['content-type'],
    exposed: [],
    maxAgeSeconds: 3600,
    credentials: false,
  },
  expiries: [{ prefix: 'pending/', days: 1 }],
};
const KEY = 'pending/workspace/file';
const PICTURE = { key: KEY, mimeType: 'image/png', size: 5 };

describe('the local store of files', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function start(directory = newDirectory(), now: () => number = Date.now) {
    const server = await startFileServer({ directory, now });
    ends.push(server.stop);
    await server.openBuckets([BUCKET]);
    const files = createS3FileStore(fileStoreSettings(server.address));
    return {
      ...server,
      directory,
      files,
      presign: async (file = PICTURE) => files.presignUpload(file, new Date()),
    };
  }

  function newDirectory(): string {
    const directory = temporaryDirectory();
    ends.push(directory.remove);
    return directory.at('files');
  }

  const put = (
    url: string | URL,
    body: string | Uint8Array<ArrayBuffer> = 'hello',
    headers: Record<string, string> = {},
  ) => fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/png', ...headers } });

  async function outcome(answer: Promise<Response>): Promise<string> {
    const response = await answer;
    return `${response.status} ${/<Code>(\w+)</u.exec(await response.text())?.[1] ?? ''}`;
  }

  function changed(url: string, change: (url: URL) => void): URL {
    const copy = new URL(url);
    change(copy);
    return copy;
  }

  describe('rejects, as S3 does,', () => {
    it.each<[string, (url: URL) => void, string]>([
      ['no signature', (url) => url.searchParams.delete('X-Amz-Signature'), '403 AccessDenied'],
      [
        'a forged one',
        (url) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
        '403 SignatureDoesNotMatch',
      ],
      ['half of one', (url) => url.searchParams.set('X-Amz-Signature', '00'), '403 SignatureDoesNotMatch'],
      ['another file', (url) => void (url.pathname += '2'), '403 SignatureDoesNotMatch'],
      ['another bucket', (url) => void (url.pathname = `/Other/${KEY}`), '403 SignatureDoesNotMatch'],
      [
        'a longer validity',
        (url) => url.searchParams.set('X-Amz-Expires', '9999'),
        '403 SignatureDoesNotMatch',
      ],
      [
        'fewer signed headers',
        (url) => url.searchParams.set('X-Amz-SignedHeaders', 'host'),
        '403 SignatureDoesNotMatch',
      ],
      [
        'another key',
        (url) => url.searchParams.set('X-Amz-Credential', 'else/20260101/us-east-1/s3/aws4_request'),
        '403 InvalidAccessKeyId',
      ],
      [
        'another region',
        (url) => swap(url, 'us-east-1', 'eu-west-1'),
        '400 AuthorizationQueryParametersError',
      ],
      ['another algorithm', (url) => swap(url, 'SHA256', 'SHA1'), '400 AuthorizationQueryParametersError'],
      [
        'no date',
        (url) => url.searchParams.set('X-Amz-Date', '20261399T000000Z'),
        '400 AuthorizationQueryParametersError',
      ],
      [
        'a validity of weeks',
        (url) => url.searchParams.set('X-Amz-Expires', '604801'),
        '400 AuthorizationQueryParametersError',
      ],
    ])('%s', async (_, change, expected) => {
      const { presign } = await start();
      const { url } = await presign();

      expect(await outcome(put(changed(url, change)))).toBe(expected);
      expect(await outcome(put(url))).toBe('200 ');
    });

    function swap(url: URL, from: string, to: string): void {
      for (const [name, value] of url.searchParams) url.searchParams.set(name, value.replace(from, to));
    }

    it('another length or type, and unsigned headers of S3', async () => {
      const { presign, files } = await start();
      const { url } = await presign();

      expect(await outcome(put(url, 'hello!'))).toBe('403 SignatureDoesNotMatch');
      expect(await outcome(put(url, 'hello', { 'content-type': 'text/html' }))).toBe(
        '403 SignatureDoesNotMatch',
      );
      expect(await outcome(put(url, 'hello', { 'x-amz-copy-source': '/MediaBucket/media/a' }))).toBe(
        '403 AccessDenied',
      );
      expect(await outcome(fetch(url))).toBe('403 SignatureDoesNotMatch');
      expect(await files.inspect(KEY, 1)).toBeUndefined();
    });

    it('expired URLs, and URLs that are not yet valid', async () => {
      let ahead = 0;
      const { presign } = await start(undefined, () => Date.now() + ahead);
      const { url } = await presign();
      ahead = 16 * 60_000;
      expect(await outcome(put(url))).toBe('403 AccessDenied');
      ahead = -16 * 60_000;

      expect(await outcome(put(url))).toBe('403 AccessDenied');
    });

    it('a bucket that the template does not have', async () => {
      const { address } = await start();
      const files = createS3FileStore({ ...fileStoreSettings(address), MEDIA_BUCKET: 'Other' });

      expect(await outcome(put((await files.presignUpload(PICTURE, new Date())).url))).toBe(
        '404 NoSuchBucket',
      );
    });

    it('a path that is not valid text, without harm to others', async () => {
      const { address, presign } = await start();

      expect(await outcome(fetch(`${address}/MediaBucket/%ff`))).toBe('400 InvalidURI');
      expect(await outcome(put((await presign()).url))).toBe('200 ');
    });
  });

  it('reads ranges, and serves HEAD and GET with separate URLs', async () => {
    const { presign, files } = await start();
    await put((await presign()).url);
    const url = await files.presignRead(KEY, new Date());
    const part = await fetch(url, { headers: { range: 'bytes=1-2' } });
    const end = await fetch(url, { headers: { range: 'bytes=3-' } });

    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 1-2/5',
      'el',
    ]);
    expect([end.headers.get('content-length'), await end.text()]).toEqual(['2', 'lo']);
    expect(await outcome(fetch(url, { headers: { range: 'bytes=5-' } }))).toBe('416 InvalidRange');
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403);
  });

  it('returns CORS headers according to the rules of the bucket', async () => {
    const { presign } = await start();
    const { url } = await presign();
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' };
    const preflight = await fetch(url, { method: 'OPTIONS', headers });
    const { headers: answered } = await put(url, 'hello', { origin: 'https://app.example.com' });

    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT,GET');
    expect(answered.get('access-control-allow-origin')).toBe('*');
  });

  it('keeps files through a restart, deletes expired uploads, and keeps the rest', async () => {
    const first = await start();
    const kept = { ...PICTURE, key: 'media/workspace/file' };
    for (const file of [PICTURE, kept]) await put((await first.presign(file)).url);
    const next = await start(first.directory);
    expect(Buffer.from(await next.files.read(KEY)).toString()).toBe('hello');

    const aDayOn = await startFileServer({
      directory: first.directory,
      now: () => Date.now() + DAY_MS + 1000,
    });
    ends.push(aDayOn.stop);
    await aDayOn.openBuckets([BUCKET]);
    const later = await start(first.directory);
    expect(await later.files.inspect(KEY, 1)).toBeUndefined();
    expect(await later.files.inspect(kept.key, 9)).toMatchObject({ size: 5 });
    // An entry and its bytes.
    expect(readdirSync(`${first.directory}/MediaBucket`)).toHaveLength(2);
  });

  it('keeps the last of two uploads to one key, and nothing of the first', async () => {
    const { presign, files, directory } = await start();
    const { url } = await presign();
    for (const body of ['first', 'later']) await put(url, body);

    expect(Buffer.from(await files.read(KEY)).toString()).toBe('later');
    expect(readdirSync(`${directory}/MediaBucket`)).toHaveLength(2);
  });

  it('keeps nothing of an aborted upload', async () => {
    const { presign, files, directory } = await start();
    const { url } = await presign({ ...PICTURE, size: 1_000_000 });
    const headers = { 'content-type': 'image/png', 'content-length': 1_000_000 };
    const upload = request(url, { method: 'PUT', headers }).on('error', () => undefined);
    upload.write(Buffer.alloc(100_000));
    const names = () => readdirSync(`${directory}/MediaBucket`);
    await waitFor('the bytes arrive', () => names().length > 0);
    upload.destroy();

    await waitFor('the files are deleted', () => names().length === 0);
    expect(await files.inspect(KEY, 1)).toBeUndefined();
  });

  it('accepts a file larger than its memory limit', async () => {
    const { presign, files } = await start();
    const size = 30_000_000;
    const body = new Uint8Array(randomBytes(size));
    const { url } = await presign({ key: KEY, mimeType: 'video/mp4', size });

    expect((await put(url, body, { 'content-type': 'video/mp4' })).status).toBe(200);
    expect(Buffer.compare(await files.read(KEY), body)).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { fileStoreSettings } from '#test/support/fixtures/files/file-fixture.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const SIZE = 120_000;
const PICTURE = {
  name: 'Engine.png',
  mime_type: 'image/png',
  size: SIZE,
  alt_text: 'A brass engine',
} as const;
const LIBRARY = '/os/api/{workspace}/media';
const MEDIA = '/os/api/{workspace}/media/{media}';

describe('the media library over HTTP', () => {
  let stack: RunningStack;
  let api: ApiClient;

  async function start(dataDir?: string): Promise<void> {
    stack = await startStack(dataDir === undefined ? {} : { dataDir });
    api = apiClient(stack.baseUrl, stack.apiKey);
  }

  beforeAll(() => start());

  afterAll(async () => {
    await stack?.discard();
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (media: string) => ({ path: { workspace: stack.workspaceId, media } });
  const get = async (uuid: string) => expectStatus(await api.GET(MEDIA, { params: of(uuid) }), 200).body.data;
  const announce = async (body: components['schemas']['CreateMediaBody'] = PICTURE) => {
    const { data, upload = expect.fail('There is no upload') } = expectStatus(
      await api.POST(LIBRARY, { params: within(), body }),
      201,
    ).body;
    return { data, upload };
  };
  const complete = (uuid: string) =>
    api.POST('/os/api/{workspace}/media/{media}/complete', { params: of(uuid) });

  /** Sends a body to an upload URL; the length is that of the body. */
  async function put(
    { url, headers }: { url: string; headers: Record<string, string> },
    body: Uint8Array<ArrayBuffer>,
  ) {
    const sent = { 'content-type': headers['Content-Type'] ?? '' };
    return (await fetch(url, { method: 'PUT', headers: sent, body })).status;
  }

  it('accepts a file through its upload URL, returns it, keeps it through a restart and deletes it', async () => {
    const bytes = bytesOf('image/png', SIZE);
    const { data, upload } = await announce();
    expect(upload.url).toMatch(/^http:\/\/127\.0\.0\.1:/u);
    expect(await put(upload, bytes)).toBe(200);

    const ready = { ...data, state: 'ready', width: 1, height: 1 };
    expect(expectStatus(await complete(data.uuid), 200).body.data).toEqual(ready);
    await stack.kill();
    await start(stack.dataDir);

    const { url, ...shown } = await get(data.uuid);
    expect(shown).toEqual(ready);
    const read = await fetch(String(url));
    expect(read.headers.get('content-type')).toBe('image/png');
    expect(Buffer.compare(new Uint8Array(await read.arrayBuffer()), bytes)).toBe(0);

    const params = of(data.uuid);
    const renamed = await api.PATCH(MEDIA, { params, body: { alt_text: null } });
    expect(expectStatus(renamed, 200).body.data.alt_text).toBeNull();
    const listed = expectStatus(await api.GET(LIBRARY, { params: within() }), 200).body.data;
    expect(listed.map(({ uuid }) => uuid)).toContain(data.uuid);
    expectStatus(await api.DELETE(MEDIA, { params }), 204);
    expect((await fetch(String(url))).status).toBe(404);
    expect(expectStatus(await api.GET(MEDIA, { params }), 404).body.code).toBe('media_not_found');
  });

  it('rejects another length or type than was announced, and an expired upload', async () => {
    const { data, upload } = await announce();
    const { 'Content-Type': _, ...rest } = upload.headers;
    const asPage = { ...upload, headers: { ...rest, 'Content-Type': 'text/html' } };
    expect(await put(upload, bytesOf('image/png', SIZE - 1))).toBe(403);
    expect(await put(asPage, bytesOf('image/png', SIZE))).toBe(403);

    // As the platform itself would have signed it an hour ago.
    const { origin, pathname } = new URL(upload.url);
    const key = pathname.split('/').slice(2).join('/');
    const file = { key, mimeType: 'image/png', size: SIZE };
    const files = createS3FileStore(fileStoreSettings(origin));
    const late = await files.presignUpload(file, new Date(Date.now() - HOUR_MS));
    expect(await put({ ...upload, url: late.url }, bytesOf('image/png', SIZE))).toBe(403);

    const rejected = expectStatus(await complete(data.uuid), 409).body;
    expect([rejected.code, rejected.reason]).toEqual(['media_not_uploaded', 'not_found']);
  });

  it('deletes a file of another type than its name claims', async () => {
    const { data, upload } = await announce();
    expect(await put(upload, bytesOf('video/mp4', SIZE))).toBe(200);

    for (const reason of ['type_mismatch', 'not_found']) {
      const rejected = expectStatus(await complete(data.uuid), 409).body;
      expect(rejected).toMatchObject({ code: 'media_not_uploaded', reason });
    }
    expect(await get(data.uuid)).toMatchObject({ state: 'pending', url: null });
  });

  it('accepts a video of 60 MB, which no function could carry', async () => {
    const size = 60_000_000;
    const { data, upload } = await announce({ name: 'Engine.mp4', mime_type: 'video/mp4', size });
    expect(await put(upload, bytesOf('video/mp4', size))).toBe(200);

    expect(expectStatus(await complete(data.uuid), 200).body.data.state).toBe('ready');
  });
});

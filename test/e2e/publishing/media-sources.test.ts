import { describe, expect, it } from 'vitest';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { fileStoreSettings } from '#test/support/fixtures/files/file-fixture.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { conformingFetch } from '#test/support/fixtures/platform/conformance.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const SIZE = 120_000;
const LIBRARY = '/os/api/{workspace}/media';
const MEDIA = '/os/api/{workspace}/media/{media}';

describe('media over HTTP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (media: string) => ({ path: { workspace: stack.workspaceId, media } });
  const get = async (uuid: string) => expectStatus(await api.GET(MEDIA, { params: of(uuid) }), 200).body.data;

  describe('with a form', () => {
    /** Sends the request of the official n8n node of Mixpost: a form with a file, and `Accept: application/json`. */
    async function sendForm(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
      const form = new FormData();
      form.append('file', new Blob([bytes], { type: 'image/png' }), 'Engine.png');
      form.append('alt_text', 'A brass engine');
      const response = await conformingFetch(`${stack.baseUrl}/os/api/${stack.workspaceId}/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stack.apiKey}`, accept: 'application/json', ...headers },
        body: form,
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    }

    it('stores a file of 4.4 MB at once, and once for requests with one idempotency key', async () => {
      const bytes = bytesOf('image/png', 4_400_000);
      const key = { 'idempotency-key': crypto.randomUUID() };
      const first = await sendForm(bytes, key);
      expect([first.status, first.body.data.state]).toEqual([201, 'ready']);
      expect((await sendForm(bytes, key)).body).toEqual(first.body);

      const { url, ...shown } = await get(first.body.data.uuid);
      expect(shown).toEqual(first.body.data);
      const read = await fetch(String(url));
      expect(read.headers.get('content-type')).toBe('image/png');
      expect(Buffer.compare(new Uint8Array(await read.arrayBuffer()), bytes)).toBe(0);
    });

    it('rejects a larger form, a broken one, and a file of another type', async () => {
      const large = await sendForm(bytesOf('image/png', 4_600_000));
      expect([large.status, large.body.code]).toEqual([413, 'payload_too_large']);

      const library = `/os/api/${stack.workspaceId}/media`;
      const type = 'multipart/form-data; boundary=x';
      const broken = await api('POST', library, { body: '--x\r\n', headers: { 'content-type': type } });
      expect([broken.status, broken.body.code]).toEqual([400, 'malformed_form']);
      const page = await sendForm(new Uint8Array(Buffer.from('<!doctype html>')));
      expect([page.status, page.body.code]).toEqual([422, 'invalid_format']);
    });
  });

  describe('from a URL', () => {
    const fromUrl = async (url: string) =>
      expectStatus(await api.POST(`${LIBRARY}/from-url`, { params: within(), body: { url } }), 202).body;
    const ended = (uuid: string) =>
      waitFor('the download has ended', async () => {
        const data = await get(uuid);
        return data.state === 'downloading' ? undefined : data;
      });
    const status = async (media: string) =>
      expectStatus(await api.GET(`${LIBRARY}/remote/{media}/status`, { params: of(media) }), 200).body;

    it('downloads a video in parts, after a redirect', async () => {
      const bytes = bytesOf('video/mp4', 20_000_000);
      await using server = await startReceiverServer((response, { url }) => {
        if (url === '/tour') response.writeHead(302, { location: '/Tour%20one.mp4' }).end();
        else response.end(bytes);
      });
      const { data, download_id: id } = await fromUrl(`http://127.0.0.1:${server.port}/tour`);
      expect(data).toMatchObject({ name: 'tour', state: 'downloading' });

      const { url, ...ready } = await ended(id);
      const stored = { mime_type: 'video/mp4', size: bytes.length, failure: null };
      expect(ready).toEqual({ ...data, ...stored, state: 'ready' });
      const read = await fetch(String(url));
      expect(read.headers.get('content-type')).toBe('video/mp4');
      expect(Buffer.compare(new Uint8Array(await read.arrayBuffer()), bytes)).toBe(0);
      expect(await status(id)).toEqual({ status: 'completed', progress: 100, media: ready, error: null });
    });

    it('stores nothing of a file that turns out to be too large after its first part', async () => {
      const gif = bytesOf('image/gif', 15_000_001);
      await using server = await startReceiverServer((response) => {
        // Without a declared length.
        response.write(gif.subarray(0, 9_000_000));
        response.end(gif.subarray(9_000_000));
      });
      const { data } = await fromUrl(`http://127.0.0.1:${server.port}/a.gif`);

      expect((await ended(data.uuid)).failure?.code).toBe('too_large');
    });

    it('fails for a page that claims to be a picture, and shows and logs nothing of it', async () => {
      await using server = await startReceiverServer((response) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end('<html>internal-zulu</html>'),
      );
      const { data } = await fromUrl(`http://127.0.0.1:${server.port}/a.png?signature=yankee`);

      const failed = await ended(data.uuid);
      expect(failed).toMatchObject({ state: 'failed', failure: { code: 'unsupported_type' }, url: null });
      expect(await status(data.uuid)).toMatchObject({ status: 'failed', error: failed.failure?.detail });
      expect(JSON.stringify(failed)).not.toMatch(/zulu|yankee/u);
      expect(await stack.logs()).not.toMatch(/zulu|yankee/u);
      const completed = expectStatus(
        await api.POST(`${MEDIA}/complete`, { params: of(data.uuid) }),
        409,
      ).body;
      expect([completed.code, completed.reason]).toEqual(['media_not_uploaded', 'not_an_upload']);
    });

    it('leaves nothing of a file that is deleted while it is downloaded', async () => {
      const bytes = bytesOf('image/png', SIZE);
      const answer = Promise.withResolvers<void>();
      await using server = await startReceiverServer((response) => {
        response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 5000));
        void answer.promise.then(() => response.end(bytes.subarray(5000)));
      });
      const { data } = await fromUrl(`http://127.0.0.1:${server.port}/a.png`);
      await waitFor('the download has begun', () => server.requests.length === 1);
      expectStatus(await api.DELETE(MEDIA, { params: of(data.uuid) }), 204);
      answer.resolve();

      await waitFor('the attempt has ended', async () =>
        (await stack.logs())
          .split('\n')
          .some((line) => line.includes('DOWNLOAD_STEP') && line.includes(data.uuid)),
      );
      const picture = { name: 'a.png', mime_type: 'image/png', size: SIZE } as const;
      const created = await api.POST(LIBRARY, { params: within(), body: picture });
      const { upload = expect.fail('There is no upload') } = expectStatus(created, 201).body;
      // The stored objects, as the platform itself reads them.
      const files = createS3FileStore(fileStoreSettings(new URL(upload.url).origin));
      for (const prefix of ['pending', 'media'])
        expect(await files.inspect(`${prefix}/${stack.workspaceId}/${data.uuid}`, 1)).toBeUndefined();
    });

    it('rejects an address that is not public before anything is stored', async () => {
      const body = { url: 'https://169.254.169.254/latest/meta-data/' };
      const answer = await api.POST(`${LIBRARY}/from-url`, { params: within(), body });

      expect(expectStatus(answer, 422).body.code).toBe('url_not_public');
    });
  });
});

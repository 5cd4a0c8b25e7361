import { describe, expect } from 'vitest';
import { aRemoteMedia } from '#test/support/builders/files/media-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/publishing/media-api.ts';

const URL_OF_FILE = 'https://files.example.com/a/Engine.png?signature=4711';

describe('create-media-from-url', () => {
  it('returns 202 with the file, its location and the fields of Mixpost, without the URL', async ({
    api,
    call,
  }) => {
    const { status, headers, body, text } = await call('create-media-from-url', {
      json: { url: URL_OF_FILE, alt_text: 'A brass engine' },
    });

    expect(status).toBe(202);
    expect(body).toEqual({
      data: {
        id: 1,
        uuid: expect.any(String),
        name: 'Engine.png',
        mime_type: 'application/octet-stream',
        size: 0,
        width: null,
        height: null,
        alt_text: 'A brass engine',
        state: 'downloading',
        failure: null,
        created_at: NOW.toISOString(),
      },
      status: 'pending',
      download_id: body.data.uuid,
    });
    expect(headers['Location']).toBe(
      `https://api.example.com/os/api/${api.workspaceId}/media/${body.data.uuid}`,
    );
    expect(text).not.toContain('4711');
  });

  it('stores the job of the download with the file', async ({ api, call }) => {
    const { body } = await call('create-media-from-url', { json: { url: URL_OF_FILE, name: ' Shop ' } });

    expect(api.core.media.get(withinWorkspace(api.workspaceId, '1'))).toMatchObject({
      uuid: body.data.uuid,
      name: 'Shop',
      download: { url: URL_OF_FILE, attempts: 0, due: { at: NOW, seq: 1, timer: true } },
    });
  });

  it('creates nothing when the quota is used up', async ({ api, call }) => {
    api.core.quotas.set(`${api.workspaceId}/media`, 50_000);

    expect(codeOf(await call('create-media-from-url', { json: { url: URL_OF_FILE } }))).toBe(
      '409 quota_exceeded',
    );
    expect(api.core.media.size).toBe(0);
  });

  it('returns the same response to a repeated request, and creates nothing', async ({ api, call }) => {
    const request = { json: { url: URL_OF_FILE }, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-media-from-url', request);

    expect((await call('create-media-from-url', request)).text).toBe(first.text);
    expect(api.core.media.size).toBe(1);
  });

  it.each([
    [{ url: undefined }, 'required', '#/url'],
    [{ url: 7 }, 'invalid_type', '#/url'],
    [{ url: '' }, 'invalid_url', '#/url'],
    [{ url: '/a.png' }, 'invalid_url', '#/url'],
    [{ url: 'https://ada:secret@files.example.com/a.png' }, 'invalid_url', '#/url'],
    [{ url: `https://files.example.com/${'x'.repeat(2048)}` }, 'invalid_url', '#/url'],
    [{ url: 'https://files.example.com/a.png#b' }, 'invalid_url', '#/url'],
    [{ url: 'http://files.example.com/a.png' }, 'url_not_https', '#/url'],
    [{ url: 'file:///etc/passwd' }, 'url_not_https', '#/url'],
    [{ url: 'https://169.254.169.254/latest/meta-data' }, 'url_not_public', '#/url'],
    [{ url: 'https://[::1]/a.png' }, 'url_not_public', '#/url'],
    [{ url: 'https://localhost/a.png' }, 'url_not_public', '#/url'],
    [{ url: 'https://api.example.com/os/api' }, 'url_not_public', '#/url'],
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ alt_text: 'x'.repeat(1501) }, 'too_long', '#/alt_text'],
    [{ mime_type: 'image/png' }, 'field_not_updatable', '#/mime_type'],
    [{ folder: 1 }, 'unknown_field', '#/folder'],
  ])('rejects %j as %s at %s, and stores nothing', async (fields, code, pointer, { api, call }) => {
    const response = await call('create-media-from-url', { json: { url: URL_OF_FILE, ...fields } });

    expect(codeOf(response)).toBe(`422 ${code}`);
    expect(response.body.errors).toMatchObject([{ code, pointer }]);
    expect(api.core.media.size).toBe(0);
  });
});

describe('get-media-download', () => {
  it('returns the status of each state in the words of Mixpost', async ({ api, call, ready, upload }) => {
    const status = async (media: string) => (await call('get-media-download', { params: { media } })).body;
    const { body } = await call('create-media-from-url', { json: { url: URL_OF_FILE } });
    const none = { progress: 0, media: null, error: null };
    expect(await status(body.download_id)).toEqual({ ...none, status: 'downloading' });
    expect(await status((await upload()).uuid)).toEqual({ ...none, status: 'pending' });
    const media = await ready();
    expect(await status(media.uuid)).toEqual({ status: 'completed', progress: 100, media, error: null });

    const failure = { code: 'http_error', detail: 'The server responded with status 404.' } as const;
    const failed = aRemoteMedia({ id: 9, workspaceId: api.workspaceId, state: 'failed' });
    const stored = { ...failed, download: { ...failed.download, url: null, failure, due: null } };
    api.core.media.set(withinWorkspace(api.workspaceId, '9'), stored);
    expect(await status('9')).toEqual({ ...none, status: 'failed', error: failure.detail });
    const shown = (await call('get-media', { params: { media: '9' } })).body.data;
    expect(shown).toMatchObject({ state: 'failed', failure, url: null });
  });
});

describe('a file that is downloaded', () => {
  it('has no upload to complete', async ({ call }) => {
    const { body } = await call('create-media-from-url', { json: { url: URL_OF_FILE } });
    const response = await call('complete-media', { params: { media: body.data.uuid } });

    expect([codeOf(response), response.body.reason]).toEqual(['409 media_not_uploaded', 'not_an_upload']);
  });
});

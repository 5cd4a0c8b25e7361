import { describe, expect, it } from 'vitest';
import { PREVIEW_LIMIT } from '#shared/biolinks/domain/page-preview.ts';
import { hashLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import { EVERY_BODY } from '#test/support/builders/biolinks/block-builders.ts';
import type { ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { LINK, startBlockApi } from '#test/support/fixtures/biolinks/block-api.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';

const blocks = forEachTest(startBlockApi);

/** Creates a preview, and returns its response with what was stored. */
async function preview(json?: unknown, request: ApiRequest = {}) {
  const { api, key, page } = blocks;
  const sent = json === undefined ? {} : { json };
  const response = await api.call('preview-page', { key, ...sent, ...request, params: { page } });
  const url = String(response.body.data?.url ?? '');
  const token = url.split('/').at(-1) ?? '';
  return { response, url, stored: await api.previews.find(hashLinkSecret(token), api.clock()) };
}

describe('preview-page', () => {
  it('returns a URL that nobody can guess, which works for ten minutes', async () => {
    const { response, url } = await preview({});
    const { api } = blocks;

    expect(response.status).toBe(200);
    expect(url).toMatch(/^https:\/\/pages\.example\.com\/ada\/preview\/[\w-]{43}$/u);
    expect(response.body.data.expires_at).toBe(new Date(api.clock().getTime() + 600_000).toISOString());
    expect((await preview({})).url).not.toBe(url);
  });

  it('has the saved page and its saved blocks without a body', async () => {
    await blocks.add({ title: 'Saved' });
    const { stored } = await preview();

    expect(stored?.page.title).toBe('Ada Lovelace');
    expect(stored?.blocks).toMatchObject([{ content: { title: 'Saved' } }]);
  });

  it('changes the fields that are sent, and saves nothing', async () => {
    const before = blocks.stored();
    const json = { page: { tagline: 'New', settings: { utm: { source: 'bio' } } }, blocks: EVERY_BODY };
    const { stored } = await preview(json);

    expect(stored?.page).toMatchObject({
      title: 'Ada Lovelace',
      tagline: 'New',
      settings: { utm: { source: 'bio' } },
    });
    expect(stored?.blocks.map(({ content }) => content.type)).toEqual(EVERY_BODY.map(({ type }) => type));
    expect(blocks.stored()).toEqual(before);
    expect((await blocks.list()).body.data).toEqual([]);
  });

  it('rejects a block whose text shows nothing', async () => {
    const { response } = await preview({ blocks: [{ type: 'text', text: '\u200b' }] });

    expect([response.status, response.body.errors]).toMatchObject([
      422,
      [{ code: 'content_empty', pointer: '#/blocks/0/text' }],
    ]);
  });

  it('stores neither a new password nor the saved one', async () => {
    const password = { settings: { protection: { password: 'analytical engine' } } };
    await blocks.runOnPage('update-page', { json: password });
    expect(blocks.stored().password).not.toBeNull();

    expect((await preview({ page: password })).stored?.page.password).toBeNull();
    expect((await preview()).stored?.page.password).toBeNull();
  });

  it('ends the oldest preview of the workspace beyond the limit', async () => {
    const first = await preview();
    for (let made = 0; made < PREVIEW_LIMIT; made += 1) await preview();
    const { api } = blocks;

    expect(await api.previews.find(hashLinkSecret(first.url.split('/').at(-1) ?? ''), api.clock())).toBe(
      undefined,
    );
  });

  it('returns the same URL for a repeated request', async () => {
    const request = { headers: { 'idempotency-key': 'one' } };
    const first = await preview({}, request);
    const again = await preview({}, request);

    expect(again.url).toBe(first.url);
    expect(again.response.headers['Idempotent-Replayed']).toBe('true');
    expect(JSON.stringify([...blocks.api.core.responses])).not.toContain(first.url.split('/').at(-1));
  });

  it('names the place of each wrong field in the request', async () => {
    const { response } = await preview({
      page: { theme: 'marble', appearance: { font_override: 'comic' } },
    });
    expect(response.body.errors).toMatchObject([
      { pointer: '#/page/theme', code: 'theme_unknown' },
      { pointer: '#/page/appearance/font_override', code: 'font_unknown' },
    ]);

    const window = { starts_at: '2026-06-01T00:00:00Z', ends_at: '2026-06-01T00:00:00Z' };
    expect((await preview({ blocks: [LINK, { ...LINK, ...window }] })).response.body.errors).toMatchObject([
      { pointer: '#/blocks/1/ends_at', code: 'out_of_range' },
    ]);
    expect((await preview({ blocks: [LINK, { ...LINK, url: 'x' }] })).response.body.errors).toMatchObject([
      { pointer: '#/blocks/1/url', code: 'invalid_url' },
    ]);
  });

  it('needs no permission to publish, because an active page does not change', async () => {
    await blocks.runOnPage('set-page-status', { json: { status: 'active' } });
    const key = blocks.api.grant(['biolinks:pages:write']);

    expect((await preview({}, { key })).response.status).toBe(200);
    expect((await preview({}, { key: blocks.api.grant(['biolinks:pages:read']) })).response.body.code).toBe(
      'permission_missing',
    );
  });

  it('does not find the page of another workspace', async () => {
    const { key } = await blocks.api.createOtherWorkspace();
    const { workspaceId } = [...blocks.api.core.apiKeys.values()].at(-1) ?? {};
    const writer = blocks.api.grant(['biolinks:pages:write'], { workspaceId: workspaceId ?? '' });

    expect(key).not.toBe(writer);
    expect((await preview({}, { key: writer })).response.body.code).toBe('page_not_found');
  });

  it.each([
    ['#/blocks/0/url', 'required', { type: 'link', title: 'Notes' }],
    ['#/blocks/0/phone', 'invalid_format', { type: 'phone', title: 'Call', phone: 'home' }],
    ['#/blocks/0/title', 'invalid_characters', { ...LINK, title: 'a\u0000b' }],
    ['#/blocks/0/title', 'too_short', { ...LINK, title: '' }],
    ['#/blocks/0/title', 'too_long', { ...LINK, title: 'x'.repeat(121) }],
    ['#/blocks/0/items', 'too_few_items', { type: 'social', items: [] }],
  ])('names %s with %s, as the creation of a block does', async (pointer, code, block) => {
    const { response } = await preview({ blocks: [block] });

    expect(response.body.errors ?? [response.body]).toMatchObject([{ pointer, code }]);
  });
});

import { describe, expect } from 'vitest';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, PAGE_PERMISSIONS, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';

const UNKNOWN = '01980000-0000-7000-8000-0000000000ff';

/** Fields that decide whether an edit is direct or reads the page first. */
const WAYS = [
  ['one write', {}],
  ['read first', { settings: { protection: { sensitive: true } } }],
] as const;

/** Runs a callback between the read of a request, if there is one, and its write. */
function rightBeforeWriting(pages: PageStore, happen: () => Promise<unknown>): void {
  const { edit, save } = pages;
  async function first(): Promise<void> {
    Object.assign(pages, { edit, save });
    await happen();
  }
  Object.assign(pages, {
    edit: async (...args: Parameters<typeof edit>) => {
      await first();
      return edit(...args);
    },
    save: async (...args: Parameters<typeof save>) => {
      await first();
      return save(...args);
    },
  });
}

function countReads(pages: PageStore): () => number {
  const { find } = pages;
  let reads = 0;
  Object.assign(pages, {
    find: async (...args: Parameters<typeof find>) => {
      reads += 1;
      return find(...args);
    },
  });
  return () => reads;
}

describe('update-page, If-Match (specification)', () => {
  it.each(['"1"', '*', '"7", "1"', ' "1" '])('edits by %s', async (ifMatch, { edit }) => {
    expect((await edit({ title: 'New' }, { headers: { 'if-match': ifMatch } })).status).toBe(200);
  });

  it.each(['"2"', 'W/"1"', '1', '"01"', '"1', '""', '"2", W/"1"'])(
    'rejects %s with the current tag and revision, and changes nothing',
    async (ifMatch, { edit, stored }) => {
      expect(await edit({ title: 'New' }, { headers: { 'if-match': ifMatch } })).toMatchObject({
        status: 412,
        headers: { ETag: '"1"' },
        body: { code: 'revision_mismatch', current_revision: '1' },
      });
      expect(stored()).toMatchObject({ title: 'Ada Lovelace', revision: 1, updatedAt: NOW });
    },
  );

  it.each(['', '  '])('requires If-Match when it is %j', async (ifMatch, { edit, stored }) => {
    const headers = { 'if-match': ifMatch, 'if-unmodified-since': NOW.toUTCString(), 'if-none-match': '"1"' };

    expect(await edit({ title: 'New' }, { headers })).toMatchObject({
      status: 428,
      headers: { ETag: '"1"' },
      body: { code: 'precondition_required' },
    });
    expect(stored().revision).toBe(1);
  });

  it('requires If-Match when there is none', async ({ api, key, page }) => {
    expect(await api.call('update-page', { key, params: { page }, json: {} })).toMatchObject({
      status: 428,
      headers: { ETag: '"1"' },
    });
  });

  it.each(['"9"', ''])('shows no revision to a key that may not read pages, with %j', async (ifMatch) => {
    const { api, edit } = await startPageApi();
    const key = api.grant(['biolinks:pages:write']);
    const response = await edit({}, { key, headers: { 'if-match': ifMatch } });

    expect(response.headers['ETag']).toBe('"1"');
    expect(response.body).not.toHaveProperty('current_revision');
  });

  it.each(WAYS)('loses the race to another writer, whose page stays (%s)', async (_, sent) => {
    const { api, edit, stored } = await startPageApi();
    const headers = { 'if-match': '"1"' };
    // Both have read revision 1; the second one gets the error when it writes.
    rightBeforeWriting(api.pages, () => edit({ title: 'Winner' }, { headers }));
    const loser = await edit({ title: 'Loser', ...sent }, { headers });

    expect(loser).toMatchObject({ status: 412, headers: { ETag: '"2"' }, body: { current_revision: '2' } });
    expect(stored()).toMatchObject({ title: 'Winner', revision: 2 });
  });

  it.each(WAYS)('returns 409 when an edit with * loses two races (%s)', async (_, sent) => {
    const { api, edit } = await startPageApi();
    const lose = async () => {
      throw new ConcurrentUpdateError();
    };
    Object.assign(api.pages, { edit: lose, save: lose });

    expect(await edit({ title: 'x', ...sent }, { headers: { 'if-match': '*' } })).toMatchObject({
      status: 409,
      body: { code: 'concurrent_update' },
    });
  });

  it('accepts more revisions than a single write can compare', async ({ edit }) => {
    const listed = Array.from({ length: 200 }, (_, index) => `"${200 - index}"`).join(',');

    expect((await edit({ title: 'New' }, { headers: { 'if-match': listed } })).status).toBe(200);
  });
});

describe('update-page, reads and writes', () => {
  it.each([
    { title: 'New', handle: '@a', tagline: 'x', theme: 'ink', hide_branding: true, avatar_color: '#000000' },
    { appearance: { font_override: 'lora', accent: '#abcdef' } },
    { settings: { seo: { title: 't', description: 'd', image: 'https://x.example/i.png' } } },
    { settings: { utm: { source: 's', medium: 'm', campaign: 'c' } } },
  ])('edits without reading, with %j', async (sent, { api, edit }) => {
    const reads = countReads(api.pages);

    expect((await edit(sent)).body.data).toMatchObject({ ...sent, revision: '2' });
    expect(reads()).toBe(0);
  });

  it.each([
    { slug: 'other' },
    { domain: null },
    { title: '' },
    { settings: { seo: { noindex: true } } },
    { settings: { pixels: [] } },
    { settings: { protection: { sensitive: true } } },
    { settings: { protection: { password: 'enigma' } } },
    {},
  ])('reads the page once, with %j', async (sent, { api, edit }) => {
    const reads = countReads(api.pages);

    expect((await edit(sent)).status).toBe(200);
    expect(reads()).toBe(1);
  });
});

describe('update-page, permissions', () => {
  it('requires the permission to write pages', async ({ api, edit }) => {
    const key = api.grant(['biolinks:pages:read', 'biolinks:pages:publish']);

    expect(await edit({}, { key })).toMatchObject({
      status: 403,
      body: { code: 'permission_missing', missing_permissions: ['biolinks:pages:write'] },
    });
  });

  it.each([{ title: 'New' }, {}])(
    'requires the permission to publish for an active page, even for %j',
    async (sent) => {
      const { api, edit, stored } = await startPageApi({}, 'active');
      const key = api.grant(['biolinks:pages:read', 'biolinks:pages:write']);
      const { revision, updatedAt } = stored();

      expect(await edit(sent, { key })).toMatchObject({
        status: 403,
        body: {
          code: 'permission_missing',
          required_permissions: ['biolinks:pages:write', 'biolinks:pages:publish'],
          missing_permissions: ['biolinks:pages:publish'],
        },
      });
      expect(stored()).toMatchObject({ revision, updatedAt });
    },
  );

  it('does not require the permission to publish for a draft or an archived page', async () => {
    for (const status of ['draft', 'archived']) {
      const { api, edit } = await startPageApi({}, status);
      const key = api.grant(['biolinks:pages:write']);

      expect((await edit({ title: 'New' }, { key })).status).toBe(200);
    }
  });

  it.each(WAYS)(
    'requires the permission to publish when the page became active during the edit (%s)',
    async (_, sent) => {
      const { api, edit, run, stored } = await startPageApi();
      const key = api.grant(['biolinks:pages:write']);
      rightBeforeWriting(api.pages, () => run('set-page-status', { json: { status: 'active' } }));

      const json = { title: 'Sneaked in', ...sent };
      const response = await edit(json, { key, headers: { 'if-match': '*' } });
      expect(response).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
      expect(stored()).toMatchObject({ title: 'Ada Lovelace', status: 'active' });
    },
  );

  it.each([
    ['no credential', () => null],
    ['a key that does not exist', () => 'wsk_unknown'],
    ['a personal token', () => 'pat_x'],
  ])('rejects %s', async (_, key, { edit }) => {
    expect((await edit({}, { key: key() })).status).toBe(401);
  });

  it('returns the same 404 for a page of another workspace as for an unknown id', async ({ api, edit }) => {
    const other = await api.createOtherWorkspace();
    const foreign = api.grant(PAGE_PERMISSIONS, { workspaceId: other.workspaceId });
    const responses = [
      await edit({}, { key: foreign }),
      await edit({}, { params: { page: UNKNOWN } }),
      await edit({}, { params: { page: 'nonsense' } }),
    ].map(({ status, body: { instance: _, request_id: __, ...body } }) => ({ status, body }));

    expect(responses[0]).toMatchObject({ status: 404, body: { code: 'page_not_found' } });
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  it('finds the page regardless of the case of its id', async ({ page, edit }) => {
    expect((await edit({ title: 'x' }, { params: { page: page.toUpperCase() } })).status).toBe(200);
  });
});

describe('update-page, order of checks', () => {
  const WRONG = { status: 'active', theme: 'none', slug: 'bob' };

  it('reports the first failing check, one after another', async ({ api, key: all, edit, run }) => {
    await api.call('create-page', { key: all, json: { title: 'Bob', slug: 'bob' } });
    await run('set-page-status', { json: { status: 'active' } });
    const reader = api.grant(['biolinks:pages:read']);
    const writer = api.grant(['biolinks:pages:read', 'biolinks:pages:write']);
    const stale = { 'if-match': '"9"' };
    const malformed = { body: '{', headers: { 'content-type': 'application/json' } };

    const steps = [
      await edit(WRONG, { key: reader, headers: { ...stale, 'content-type': 'text/plain' } }),
      await edit(WRONG, { key: writer, headers: { ...stale, 'content-type': 'text/plain' } }),
      await edit(WRONG, { key: writer, headers: stale, params: { page: UNKNOWN } }),
      await edit(WRONG, { key: writer, headers: stale }),
      await edit(undefined, { ...malformed, headers: { ...stale, ...malformed.headers } }),
      await edit(undefined, malformed),
      await edit(undefined),
      await edit(WRONG),
      await edit({ theme: 'none', slug: 'bob' }),
      await edit({ slug: 'bob' }),
    ];
    expect(steps.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '403 permission_missing',
      '415 unsupported_media_type',
      '404 page_not_found',
      '403 permission_missing',
      '412 revision_mismatch',
      '400 malformed_json',
      '400 body_required',
      '422 field_not_updatable',
      '422 theme_unknown',
      '409 slug_taken',
    ]);
  });

  it('requires a title of an active page', async () => {
    const { edit, stored } = await startPageApi({}, 'active');
    const { revision, updatedAt } = stored();

    expect(await edit({ title: ' ' })).toMatchObject({
      status: 422,
      body: { code: 'title_required', errors: [{ pointer: '#/title' }] },
    });
    expect(stored()).toMatchObject({ title: 'Ada Lovelace', revision, updatedAt });
  });
});

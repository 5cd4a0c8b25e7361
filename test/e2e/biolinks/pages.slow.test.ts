// Slow: 50 writers of one page make 1,300 requests over HTTP; test/integration/page-races has them on the table.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const PAGES = '/api/v1/biolinks/pages';
const PAGE = '/api/v1/biolinks/pages/{page}';
const WRITERS = 50;

describe('bio-link pages over HTTP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function create(fields: Partial<components['schemas']['CreatePageBody']> = {}) {
    const body = { title: 'Ada Lovelace', slug: randomUUID(), ...fields };
    return expectStatus(await api.POST(PAGES, { body }), 201);
  }

  async function read(page: string) {
    return expectStatus(await api.GET(PAGE, { params: { path: { page } } }), 200);
  }

  /** Parameters that identify a page at the revision of a response. */
  function at(page: string, { headers }: { readonly headers: Headers }) {
    return { path: { page }, header: { 'If-Match': headers.get('etag') ?? '' } };
  }

  it('go from a draft to visitors and away', async () => {
    const created = await create({ slug: 'Ada-E2E' });
    const page = created.body.data.id;
    expect(created.headers.get('location')).toBe(`${stack.baseUrl}${PAGES}/${page}`);
    expect(created.body.data).toMatchObject({
      status: 'draft',
      slug: 'ada-e2e',
      public_url: `${stack.pagesUrl}/ada-e2e`,
    });

    const edit = { tagline: 'Engines', settings: { seo: { title: 'Ada' } } };
    const edited = expectStatus(await api.PATCH(PAGE, { params: at(page, created), body: edit }), 200);
    expect(edited.body.data).toMatchObject({ tagline: 'Engines', settings: { seo: { title: 'Ada' } } });

    const publish = { params: at(page, edited), body: { status: 'active' } } as const;
    const active = expectStatus(await api.POST('/api/v1/biolinks/pages/{page}/status', publish), 200);
    const listed = expectStatus(await api.GET(PAGES, { params: { query: { status: 'active' } } }), 200);
    expect(listed.body.data).toContainEqual(active.body.data);

    const path = { page };
    const known = { path, header: { 'If-None-Match': active.headers.get('etag') ?? '' } };
    expectStatus(await api.GET(PAGE, { params: known }), 304);

    expectStatus(await api.DELETE(PAGE, { params: at(page, edited) }), 412);
    expectStatus(await api.DELETE(PAGE, { params: at(page, active) }), 204);
    const gone = expectStatus(await api.GET(PAGE, { params: { path } }), 404);
    expect(gone.body.code).toBe('page_not_found');
  });

  it('are changed by one of 50 writers with the same If-Match', async () => {
    const created = await create();
    const page = created.body.data.id;
    const responses = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        api.PATCH(PAGE, { params: at(page, created), body: { title: `Writer ${index}` } }),
      ),
    );
    const winners = responses.filter((response) => response.status === 200);
    const losers = responses.filter((response) => response.status === 412);

    expect([winners.length, losers.length]).toEqual([1, WRITERS - 1]);
    expect(winners[0]?.body).toEqual({ ...(await read(page)).body, warnings: [] });
    for (const { headers, body } of losers) {
      expect([headers.get('etag'), body.current_revision]).toEqual(['"2"', '2']);
    }
  });

  it('lose no update of 50 writers that read again and retry', async () => {
    const page = (await create({ tagline: '0' })).body.data.id;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let status = 0; status !== 200;) {
          const before = await read(page);
          const tagline = String(Number(before.body.data.tagline) + 1);
          ({ status } = await api.PATCH(PAGE, { params: at(page, before), body: { tagline } }));
          expect([200, 412]).toContain(status);
        }
      }),
    );

    expect((await read(page)).body.data).toMatchObject({ tagline: '50', revision: '51' });
  });

  it('expose no password in a response, log line or item', async () => {
    const secret = `enigma-${randomUUID()}`;
    const settings = { protection: { password: secret } };
    const created = await create({ settings });
    const page = created.body.data.id;
    const edited = await api.PATCH(PAGE, { params: at(page, created), body: { settings } });
    const rejected = await api.PATCH(PAGE, { params: at(page, edited), body: { settings, theme: 'none' } });
    expect([edited.status, rejected.status]).toEqual([200, 422]);

    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).join('\n');
    tables.close();
    expect(items).toContain('$scrypt$');
    const responses = JSON.stringify([created, edited, rejected].map(({ body }) => body));
    for (const text of [responses, await stack.logs(), items]) expect(text).not.toContain(secret);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/raw-tables.ts';
import { apiClient, type ApiAnswer, type ApiClient } from '#test/support/api-client.ts';
import { type RunningStack, startStack } from '#test/support/running-stack.ts';
import { expectStatus } from '#test/support/webhook-user.ts';

const PATH = '/api/v1/biolinks/pages';
const WRITERS = 50;

describe('bio-link pages over HTTP', () => {
  let stack: RunningStack;
  let api: ApiClient;

  beforeAll(async () => {
    stack = await startStack();
    api = apiClient(stack.baseUrl, stack.apiKey);
  });

  afterAll(async () => {
    await stack?.discard();
  });

  async function create(fields: object = {}): Promise<{ path: string; answer: ApiAnswer }> {
    const body = { title: 'Ada Lovelace', slug: randomUUID(), ...fields };
    const answer = expectStatus(await api('POST', PATH, { body }), 201);
    return { path: `${PATH}/${answer.body.data.id}`, answer };
  }

  function tagOf({ headers }: ApiAnswer): Record<string, string> {
    return { 'if-match': headers.get('etag') ?? '' };
  }

  it('lead from a draft to visitors and away', async () => {
    const { path, answer: created } = await create({ slug: 'Ada-E2E' });
    expect(created.headers.get('location')).toBe(`${stack.baseUrl}${path}`);
    expect(created.body.data).toMatchObject({
      status: 'draft',
      slug: 'ada-e2e',
      public_url: `${stack.baseUrl}/ada-e2e`,
    });

    const edit = { tagline: 'Engines', settings: { seo: { title: 'Ada' } } };
    const edited = expectStatus(await api('PATCH', path, { headers: tagOf(created), body: edit }), 200);
    expect(edited.body.data).toMatchObject({ tagline: 'Engines', settings: { seo: { title: 'Ada' } } });

    const publish = { headers: tagOf(edited), body: { status: 'active' } };
    const active = expectStatus(await api('POST', `${path}/status`, publish), 200);
    const listed = expectStatus(await api('GET', `${PATH}?status=active`), 200);
    expect(listed.body.data).toContainEqual(active.body.data);

    const known = { headers: { 'if-none-match': active.headers.get('etag') ?? '' } };
    const unchanged = await api('GET', path, known);
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);

    expect((await api('DELETE', path, { headers: tagOf(edited) })).status).toBe(412);
    expectStatus(await api('DELETE', path, { headers: tagOf(active) }), 204);
    expect((await api('GET', path)).body.code).toBe('page_not_found');
  });

  it('are changed by one of 50 writers with the same If-Match', async () => {
    const { path, answer } = await create();
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        api('PATCH', path, { headers: tagOf(answer), body: { title: `Writer ${index}` } }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status === 412);

    expect([winners.length, losers.length]).toEqual([1, WRITERS - 1]);
    expect((await api('GET', path)).body).toEqual(winners[0]?.body);
    for (const { headers, body } of losers) {
      expect([headers.get('etag'), body.current_revision]).toEqual(['"2"', '2']);
    }
  });

  it('lose no update of 50 writers that read again and retry', async () => {
    const { path } = await create({ tagline: '0' });
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let status = 0; status !== 200;) {
          const read = await api('GET', path);
          const tagline = String(Number(read.body.data.tagline) + 1);
          ({ status } = await api('PATCH', path, { headers: tagOf(read), body: { tagline } }));
          expect([200, 412]).toContain(status);
        }
      }),
    );

    expect((await api('GET', path)).body.data).toMatchObject({ tagline: '50', revision: '51' });
  });

  it('keep a password to themselves: no answer, log line or item has it', async () => {
    const secret = `enigma-${randomUUID()}`;
    const settings = { protection: { password: secret } };
    const { path, answer } = await create({ settings });
    const edited = await api('PATCH', path, { headers: tagOf(answer), body: { settings } });
    const refused = await api('PATCH', path, { headers: tagOf(edited), body: { settings, theme: 'none' } });
    expect([edited.status, refused.status]).toEqual([200, 422]);

    const tables = openRawTables(stack);
    const items = JSON.stringify(await tables.readAll());
    tables.close();
    expect(items).toContain('$scrypt$');
    for (const text of [answer.text, edited.text, refused.text, await stack.logs(), items]) {
      expect(text).not.toContain(secret);
    }
  });
});

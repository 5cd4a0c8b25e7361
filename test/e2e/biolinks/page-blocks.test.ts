import { describe, expect } from 'vitest';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { EVERY_BODY } from '#test/support/builders/biolinks/block-builders.ts';
import { apiClient, type ApiAnswer } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const it = itWith(createPage);

const PAGES = '/api/v1/biolinks/pages';
const LINK = { type: 'link', title: 'Notes', url: 'https://notes.example.com' };

const stack = forAllTests(shareStack);
const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
let made = 0;

/** A draft; returns the paths of the page and of its blocks. */
async function createPage(): Promise<{ page: string; blocks: string; etag: string }> {
  made += 1;
  const response = await api('POST', PAGES, { body: { title: 'Ada', slug: `ada-${made}` } });
  expectStatus(response, 201);
  const page = `${PAGES}/${response.body.data.id}`;
  return { page, blocks: `${page}/blocks`, etag: response.headers.get('etag') ?? '' };
}

function idsIn({ body }: ApiAnswer): string[] {
  return body.data.map(({ id }: { id: string }) => id);
}

describe('the blocks of a page', () => {
  it('are added, read, edited, moved and removed, each time at the revision of the last response', async () => {
    const { page, blocks, etag: pageTag } = await createPage();
    let tag = '"0"';
    async function write(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
      const response = await api(method, `${blocks}${path}`, { body, headers: { 'if-match': tag } });
      tag = response.headers.get('etag') ?? '';
      return response;
    }

    const ids: string[] = [];
    for (const body of EVERY_BODY) {
      const response = await write('POST', '', body);
      expectStatus(response, 201);
      expect(response.body.data).toMatchObject(body);
      expect(response.headers.get('location')).toBe(`${stack.baseUrl}${blocks}/${response.body.data.id}`);
      ids.push(response.body.data.id);
    }
    const listed = await api('GET', blocks);
    expect(listed.body.data).toEqual(EVERY_BODY.map((body) => expect.objectContaining(body)));
    expect(listed.headers.get('etag')).toBe(tag);

    const [first = '', ...rest] = ids;
    expectStatus(await write('PATCH', `/${first}`, { title: 'Papers', visible: false }), 200);
    expect(idsIn(await write('PUT', '/order', { ids: ids.toReversed() }))).toEqual(ids.toReversed());
    expectStatus(await write('DELETE', `/${rest[0]}`), 204);

    const end = await api('GET', blocks);
    expect(end.headers.get('etag')).toBe(tag);
    expect(end.body.revision).toBe(String(EVERY_BODY.length + 3));
    expect(idsIn(end)).toEqual([...rest.slice(1).toReversed(), first]);
    expect(end.body.data.at(-1)).toMatchObject({ ...EVERY_BODY[0], title: 'Papers', visible: false });
    expectStatus(await api('GET', blocks, { headers: { 'if-none-match': tag } }), 304);
    expect((await api('GET', page)).headers.get('etag')).toBe(pageTag);
  });

  it('include every block for which one of 30 concurrent requests got 201', async ({ blocks }) => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        api('POST', blocks, { body: { ...LINK, title: `Note ${index}`, position: 0 } }),
      ),
    );
    const added: string[] = responses.filter(({ status }) => status === 201).map(({ body }) => body.data.id);
    const rejected = responses.filter(({ status }) => status !== 201);
    const listed = await api('GET', blocks);

    expect(added.length).toBeGreaterThan(0);
    expect(idsIn(listed).toSorted()).toEqual(added.toSorted());
    expect(rejected.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      rejected.map(() => '409 concurrent_update'),
    );
    expect(listed.body.revision).toBe(String(added.length));
  });

  it('reject the second of two editors of one block, and change nothing', async ({ blocks }) => {
    const { id } = (await api('POST', blocks, { body: LINK })).body.data;
    const headers = { 'if-match': '"1"' };
    const responses = await Promise.all(
      ['Ada', 'Grace'].map((title) => api('PATCH', `${blocks}/${id}`, { body: { title }, headers })),
    );
    const winner = responses.find(({ status }) => status === 200);
    const loser = responses.find(({ status }) => status === 412);

    expect(loser?.body).toMatchObject({ code: 'revision_mismatch', current_revision: '2' });
    expect((await api('GET', blocks)).body.data).toEqual([winner?.body.data]);
  });

  it('require the permission to publish once the page is active', async ({ page, blocks, etag }) => {
    const key = await addKey(stack, ['biolinks:pages:read', 'biolinks:pages:write']);
    const { id } = (await api('POST', blocks, { key, body: LINK })).body.data;
    const other = (await api('POST', blocks, { key, body: LINK })).body.data.id;
    const accepted = [
      await api('PATCH', `${blocks}/${id}`, { key, body: { title: 'Papers' } }),
      await api('PUT', `${blocks}/order`, { key, body: { ids: [other, id] } }),
      await api('DELETE', `${blocks}/${other}`, { key }),
    ];
    expect(accepted.map(({ status }) => status)).toEqual([200, 200, 204]);
    expectStatus(
      await api('POST', `${page}/status`, { body: { status: 'active' }, headers: { 'if-match': etag } }),
      200,
    );
    const rejected = await Promise.all([
      api('POST', blocks, { key, body: LINK }),
      api('PATCH', `${blocks}/${id}`, { key, body: {} }),
      api('DELETE', `${blocks}/${id}`, { key }),
      api('PUT', `${blocks}/order`, { key, body: { ids: [id] } }),
    ]);

    expect(rejected.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      rejected.map(() => '403 permission_missing'),
    );
    expectStatus(await api('GET', blocks, { key }), 200);
    expectStatus(await api('DELETE', `${blocks}/${id}`), 204);
  });

  it('are hidden from another workspace, and deleted with the page', async ({ page, blocks, etag }) => {
    await api('POST', blocks, { body: LINK });
    const foreign = await api('GET', blocks, { key: stack.otherApiKey });
    expectStatus(await api('DELETE', page, { headers: { 'if-match': etag } }), 204);
    const gone = await api('GET', blocks);

    for (const response of [foreign, gone]) {
      expect([response.status, response.body.code]).toEqual([404, 'page_not_found']);
    }
    expect((await api('POST', blocks, { body: LINK })).body.code).toBe('page_not_found');
  });

  it('have no other methods', async ({ blocks }) => {
    const order = await api('POST', `${blocks}/order`);
    const list = await api('PUT', blocks);

    expect([order.status, order.body.code]).toEqual([405, 'method_not_allowed']);
    expect(order.headers.get('allow')).toBe('PUT');
    expect(list.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST']);
  });
});

import { describe, expect } from 'vitest';
import { anEndpointBody, it, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

const VALUE = 'Bearer s3cret-of-the-receiver';
const HEADERS = { Authorization: VALUE, 'X-Tenant': 'tenant-4711-blue' };

type Api = Awaited<ReturnType<typeof startMemoryApi>>;

async function withHeaders(overrides: Readonly<Record<string, unknown>> = { headers: HEADERS }) {
  const api = await startMemoryApi();
  const { body } = await api.call('create-endpoint', { json: anEndpointBody(overrides) });
  const id = String(body.data.id);
  const edit = (json: unknown) => api.call('update-endpoint', { params: { endpoint: id }, json });
  return { api, id, created: body, edit, stored: () => api.core.endpoints.get(id) };
}

/** The headers of an endpoint in clear. */
async function opened(api: Api, id: string): Promise<unknown> {
  const sealed = api.core.targets.get(id)?.headers?.sealed;
  if (sealed === undefined) return null;
  const subject = `${id}#headers`;
  return JSON.parse(
    await api.secrets.open(sealed, { purpose: 'signing', workspace: api.workspaceId, subject }),
  );
}

describe('headers in create-endpoint', () => {
  it('are stored encrypted, with their names', async () => {
    const { api, id, created, stored } = await withHeaders();

    expect(created.data.header_names).toEqual(['Authorization', 'X-Tenant']);
    expect(stored()?.headers?.names).toEqual(['Authorization', 'X-Tenant']);
    expect(await opened(api, id)).toEqual(Object.entries(HEADERS));
  });

  it.each([{}, { headers: null }, { headers: {} }])('are none for %j', async (overrides) => {
    const { created, stored } = await withHeaders(overrides);

    expect(created.data.header_names).toEqual([]);
    expect(stored()?.headers).toBeNull();
  });

  it('have a ciphertext that is no signing secret, and belongs to this endpoint only', async () => {
    const { api, id, stored } = await withHeaders();
    const sealed = stored()?.headers?.sealed ?? '';
    const context = { purpose: 'signing', workspace: api.workspaceId } as const;

    await expect(api.secrets.open(sealed, { ...context, subject: id })).rejects.toThrow();
    await expect(api.secrets.open(sealed, { ...context, subject: 'other#headers' })).rejects.toThrow();
  });

  it('never show a value: not in responses, stored responses, items, audit entries or logs', async (api) => {
    const request = { json: anEndpointBody({ headers: HEADERS }), headers: { 'idempotency-key': 'k' } };
    const first = await api.call('create-endpoint', request);
    const again = await api.call('create-endpoint', request);
    const params = { endpoint: String(first.body.data.id) };
    const texts = [first, again];
    texts.push(await api.call('get-endpoint', { params }), await api.call('list-endpoints'));
    texts.push(await api.call('update-endpoint', { params, json: { headers: { 'X-New': VALUE } } }));
    texts.push(await api.call('update-endpoint', { params, json: { headers: { 'X-New': `${VALUE}\n` } } }));
    texts.push(await api.call('enable-endpoint', { params }), await api.call('delete-endpoint', { params }));
    const { endpoints, targets, responses } = api.core;
    const stored = JSON.stringify([[...endpoints], [...targets], [...responses], api.log.lines]);

    expect(again.text).toBe(first.text);
    for (const text of [...texts.map((each) => each.text ?? ''), stored]) {
      expect(text).not.toContain('s3cret');
      expect(text).not.toContain('4711');
    }
  });

  it('report all problems at once, with those of the URL and the subscriptions', async (api) => {
    const { status, body } = await api.call('create-endpoint', {
      json: anEndpointBody({
        url: 'http://hooks.example.com',
        subscriptions: [{ event: 'odd' }],
        headers: { Host: 'a', 'X A': 'b', 'X-A': 'c', 'x-a': ' d', 'X-N': 1 },
      }),
    });

    expect(status).toBe(422);
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['#/url', 'url_not_https'],
      ['#/subscriptions/0/event', 'event_unknown'],
      ['#/headers/Host', 'header_reserved'],
      ['#/headers', 'header_name_invalid'],
      ['#/headers/x-a', 'header_repeated'],
      ['#/headers/x-a', 'header_value_invalid'],
      ['#/headers/X-N', 'invalid_type'],
    ]);
    expect(api.core.endpoints.size).toBe(0);
  });

  it.each([
    ['a list', [['X-A', 'a']], 'invalid_type'],
    ['a string', 'X-A: a', 'invalid_type'],
    [
      '11 headers',
      Object.fromEntries(Array.from('abcdefghijk').map((name) => [name, 'v'])),
      'too_many_items',
    ],
    ['too many bytes', { a: 'x'.repeat(1024), b: 'x'.repeat(1024) }, 'too_long'],
  ])('reject %s', async (_, headers, code) => {
    const api = await startMemoryApi();
    const { status, body } = await api.call('create-endpoint', { json: anEndpointBody({ headers }) });

    expect([status, body.errors]).toMatchObject([422, [{ pointer: '#/headers', code }]]);
  });

  it('reject `__proto__` as an own member of the JSON', async (api) => {
    const json: unknown = JSON.parse('{"__proto__": "a", "constructor": "b"}');
    const { body } = await api.call('create-endpoint', { json: anEndpointBody({ headers: json }) });

    expect(body.errors.map((each: { pointer: string }) => each.pointer)).toEqual([
      '#/headers/__proto__',
      '#/headers/constructor',
    ]);
  });
});

describe('headers in update-endpoint', () => {
  it('replace all headers, without a new version of the settings', async () => {
    const { api, id, edit, stored } = await withHeaders();
    const { body } = await edit({ headers: { 'X-New': 'new' } });

    expect(body.data.header_names).toEqual(['X-New']);
    expect(await opened(api, id)).toEqual([['X-New', 'new']]);
    expect(stored()).toMatchObject({ settingsVersion: 1, revision: 2 });
  });

  it.each([null, {}])('are removed with %j', async (headers) => {
    const { api, id, edit, stored } = await withHeaders();

    expect((await edit({ headers })).body.data.header_names).toEqual([]);
    expect([stored()?.headers, await opened(api, id)]).toEqual([null, null]);
  });

  it('stay if they are omitted, and change nothing if there are none to remove', async () => {
    const { edit, stored } = await withHeaders();
    await edit({ name: 'Other' });
    expect(stored()?.headers?.names).toHaveLength(2);

    const bare = await withHeaders({});
    await bare.edit({ headers: null });
    expect(bare.stored()).toMatchObject({ revision: 1 });
  });

  it('are written together with a change of the settings', async () => {
    const { api, id, edit } = await withHeaders();
    await edit({ url: 'https://other.example.com/orders', headers: { 'X-New': 'new' } });

    expect(api.core.targets.get(id)).toMatchObject({
      url: 'https://other.example.com/orders',
      settingsVersion: 2,
      headers: { names: ['X-New'] },
    });
    expect(await opened(api, id)).toEqual([['X-New', 'new']]);
  });

  it('are not encrypted if the edit is rejected', async () => {
    const { api, edit } = await withHeaders();
    api.secrets.breakDown();

    expect((await edit({ url: 'http://a.example', headers: { 'X-New': 'new' } })).status).toBe(422);
    expect((await edit({ headers: { 'X-New': 'new' } })).status).toBe(503);
  });

  it('are required for a URL with another origin, so that nobody can send the values to another server', async () => {
    const { edit, stored } = await withHeaders();
    const moved = { url: 'https://collector.example.net/' };

    expect(await edit(moved)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/headers', code: 'required' }] },
    });
    expect(stored()).toMatchObject({ revision: 1 });
    expect((await edit({ url: 'https://hooks.example.com/other-path' })).status).toBe(200);
    expect((await edit({ url: 'https://hooks.example.com:8443/' })).status).toBe(422);
    expect((await edit({ ...moved, headers: null })).status).toBe(200);
  });

  it('cannot be set by their names', async () => {
    const { edit } = await withHeaders();

    expect((await edit({ header_names: [] })).body.code).toBe('field_not_updatable');
  });
});

describe('headers in preview-endpoint', () => {
  it('are shown with a placeholder, and their values are not stored', async (api) => {
    const { url, subscriptions } = anEndpointBody();
    const json = { url, subscriptions, headers: HEADERS };
    const preview = () => api.call('preview-endpoint', { json, headers: { 'idempotency-key': 'k' } });
    const { status, body, text } = await preview();

    expect(status).toBe(200);
    expect(body.data.deliveries[0].headers).toMatchObject({
      'content-type': 'application/json',
      Authorization: '(your value)',
      'X-Tenant': '(your value)',
    });
    expect((await preview()).text).toBe(text);
    expect(JSON.stringify([text, [...api.core.responses], api.log.lines])).not.toContain('s3cret');
  });

  it('are checked as in a create', async (api) => {
    const { url, subscriptions } = anEndpointBody();
    const { body } = await api.call('preview-endpoint', {
      json: { url, subscriptions, headers: { Host: 'a' } },
    });

    expect(body.errors).toMatchObject([{ pointer: '#/headers/Host', code: 'header_reserved' }]);
  });
});

describe('a value in the place of a name', () => {
  it.each([
    ['with white space', 'Bearer s3cret-of-the-receiver'],
    ['of base64', 's3cret/of+the/receiver=='],
    ['of more than 64 characters', `s3cret${'0'.repeat(64)}`],
  ])('%s is not repeated in the error', async (_, name) => {
    const api = await startMemoryApi();
    const headers = { 'X-Tenant': 'blue', [name]: 'Authorization' };
    const { status, body, text } = await api.call('create-endpoint', { json: anEndpointBody({ headers }) });

    expect([status, body.errors]).toMatchObject([
      422,
      [{ pointer: '#/headers', code: 'header_name_invalid', detail: expect.stringMatching(/^Header 2: /u) }],
    ]);
    expect(JSON.stringify([text, api.log.lines])).not.toContain('s3cret');
  });
});

describe('a deeply nested value of a header', () => {
  const nested = '['.repeat(6000) + ']'.repeat(6000);
  const expected = { status: 422, body: { errors: [{ pointer: '#/headers/X-A', code: 'invalid_type' }] } };
  /** As text, because JSON.stringify cannot write it. */
  const withNested = (fields: Readonly<Record<string, unknown>>) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, headers: { 'X-A': 'nested' } }).replace('"nested"', nested),
  });

  it('is a validation error of create-endpoint', async (api) => {
    expect(await api.call('create-endpoint', withNested(anEndpointBody()))).toMatchObject(expected);
  });

  it('is a validation error of update-endpoint', async () => {
    const { api, id } = await withHeaders();
    const request = { params: { endpoint: id }, ...withNested({}) };

    expect(await api.call('update-endpoint', request)).toMatchObject(expected);
  });

  it('is a validation error of preview-endpoint', async (api) => {
    const { url, subscriptions } = anEndpointBody();

    expect(await api.call('preview-endpoint', withNested({ url, subscriptions }))).toMatchObject(expected);
  });
});

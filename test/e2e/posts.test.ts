import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '#scripts/add-key.ts';
import { apiClient, type ApiClient } from '#test/support/api-client.ts';
import { type RunningStack, startStack } from '#test/support/running-stack.ts';
import { expectStatus } from '#test/support/webhook-user.ts';

function anOriginal(body: string) {
  return { account_id: 0, is_original: true, content: [{ body, url: null, media: [] }], options: {} };
}

describe('posts', () => {
  let stack: RunningStack;
  let api: ApiClient;
  let posts: string;
  let account: number;

  beforeAll(async () => {
    stack = await startStack();
    api = apiClient(stack.baseUrl, stack.apiKey);
    const base = `/os/api/${stack.workspaceId}`;
    posts = `${base}/posts`;
    const sandbox = { provider: 'sandbox', name: 'Rehearsals', credentials: {} };
    account = expectStatus(await api('POST', `${base}/accounts`, { body: sandbox }), 201).body.data.id;
  });
  afterAll(() => stack?.discard());

  it('are created, replaced, read and listed', async () => {
    const created = expectStatus(
      await api('POST', posts, { body: { versions: [anOriginal('An idea')] } }),
      201,
    );
    const { id, timezone } = created.body.data;
    expect(created.headers.get('location')).toBe(`${stack.baseUrl}${posts}/${id}`);
    expect(created.body.data).toMatchObject({
      status: 0,
      accounts: [],
      schedule_complete: false,
      warnings: [],
    });

    const own = `${posts}/${id}`;
    const versions = [
      anOriginal('We are open again'),
      {
        account_id: account,
        is_original: false,
        content: [{ body: 'Hello', url: null, media: [] }],
        options: {},
      },
    ];
    const body = { accounts: [account], tags: [], date: '2099-12-31', time: '12:00', versions };
    const updated = expectStatus(await api('PUT', own, { body }), 200);
    expect(updated.body).toEqual({ success: true });

    const read = expectStatus(await api('GET', own), 200).body.data;
    expect(read).toMatchObject({ id, ...body, timezone, status_name: 'draft', schedule_complete: true });
    const { publications: _, warnings: __, ...listed } = read;
    const list = expectStatus(await api('GET', `${posts}?status=draft&keyword=OPEN&from=2099-12-31`), 200);
    expect(list.body).toEqual({ data: [listed], next_cursor: null, has_more: false });

    const refused = expectStatus(await api('PUT', own, { body: { ...body, accounts: [] } }), 422);
    expect(refused.body.errors).toMatchObject([
      { pointer: '#/versions/1/account_id', code: 'version_account_not_listed' },
    ]);
    expect((await api('GET', own)).body.data).toEqual(read);

    expectStatus(await api('PUT', own, { body: { versions: [anOriginal('An idea')] } }), 200);
    expect((await api('GET', own)).body.data).toMatchObject({ accounts: [], date: null, scheduled_at: null });
  });

  it('need the permission to publish for a date with a time', async () => {
    const writer = apiClient(stack.baseUrl, await addKey(stack, ['publishing:posts:write']));
    const timed = { date: '2099-12-31', time: '12:00', versions: [anOriginal('An idea')] };

    expectStatus(await writer('POST', posts, { body: timed }), 403);
    const { id } = expectStatus(await writer('POST', posts, { body: { ...timed, time: null } }), 201).body
      .data;
    const refused = expectStatus(await writer('PUT', `${posts}/${id}`, { body: timed }), 403);
    expect(refused.body).toMatchObject({ missing_permissions: ['publishing:posts:publish'] });
    expectStatus(await writer('PUT', `${posts}/${id}`, { body: { ...timed, date: null } }), 200);
    expectStatus(await writer('GET', `${posts}/${id}`), 403);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zonedClock } from '#shared/domain/posts/zoned-time.ts';
import { apiClient, type ApiClient } from '#test/support/api-client.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/capturing-receiver.ts';
import { type RunningStack, startStack } from '#test/support/running-stack.ts';
import { until } from '#test/support/until.ts';
import { verifyDelivery } from '#test/support/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/webhook-user.ts';

const EVENTS = ['scheduled', 'published', 'publishing_failed', 'deleted'].map(
  (word) => `publishing.post.${word}`,
);

describe('a scheduled post', () => {
  let stack: RunningStack;
  let receiver: CapturingReceiver;
  let api: ApiClient;
  let account: number;
  let secret: string;

  beforeAll(async () => {
    [stack, receiver] = await Promise.all([startStack(), startReceiver()]);
    api = apiClient(stack.baseUrl, stack.apiKey);
    ({ secret } = await createEnabledEndpoint(api, receiver.url, EVENTS));
    const sandbox = { provider: 'sandbox', name: 'Sandbox', credentials: {} };
    account = (await post('accounts', sandbox, 201)).data.id;
  });

  afterAll(async () => {
    await receiver?.close();
    await stack?.discard();
  });

  const urlOf = (what: string) => `/os/api/${stack.workspaceId}/${what}`;

  async function post(what: string, body: unknown, status = 200) {
    return expectStatus(await api('POST', urlOf(what), { body }), status).body;
  }

  async function read(id: string) {
    return expectStatus(await api('GET', urlOf(`posts/${id}`)), 200).body.data;
  }

  /** A draft for an instant, to the minute, as clocks in the workspace's zone show it. */
  async function draftFor(at: Date, options = {}): Promise<string> {
    const { timezone } = (await api('GET', '/api/v1/workspace')).body.data;
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }], options }];
    return (await post('posts', { accounts: [account], versions, ...zonedClock(at, timezone) }, 201)).data.id;
  }

  /** What the receiver was told of a post, verified, oldest first by when it happened. */
  function toldOf(id: string): { readonly event: string; readonly data: unknown }[] {
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .map(({ event, data, occurred_at: at }) => ({ event: String(event), data, at: String(at) }))
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ event, data }) => ({ event, data }));
  }

  const ended = (id: string, statusName: string, deadlineMs?: number) =>
    until(
      `the post is ${statusName}`,
      async () => {
        const data = await read(id);
        return data.status_name === statusName ? data : undefined;
      },
      deadlineMs,
    );

  it('goes out to the sandbox at its minute, and both webhooks arrive, unless it was taken back', async () => {
    const minute = new Date(Math.ceil((Date.now() + 5000) / 60_000) * 60_000);
    const [back, trashed] = [await draftFor(minute), await draftFor(minute)];
    for (const one of [back, trashed]) await post(`posts/schedule/${one}`, {});
    const id = await draftFor(minute);
    const { scheduled_at } = await post(`posts/schedule/${id}`, {});
    expect(scheduled_at).toBe(minute.toISOString());
    await post(`posts/unschedule/${back}`, {});
    expectStatus(await api('DELETE', urlOf(`posts/${trashed}?trash=true`)), 200);

    const data = await ended(id, 'published', 80_000);
    await until('both webhooks have arrived', () => toldOf(id).length === 2);

    expect(Date.parse(data.published_at)).toBeGreaterThanOrEqual(minute.getTime() - 1000);
    expect(data.publications).toMatchObject([
      { account_id: account, state: 'published', remote: [{ id: expect.stringContaining('sandbox') }] },
    ]);
    expect(toldOf(id)).toEqual([
      { event: 'publishing.post.scheduled', data: { id, status: 1 } },
      { event: 'publishing.post.published', data: { id, status: 2 } },
    ]);
    expect((await api('POST', urlOf(`posts/schedule/${id}`))).body.code).toBe('post_already_published');
    expect(await read(back)).toMatchObject({ status_name: 'draft', publications: [] });
    expect(await read(trashed)).toMatchObject({ trashed: true, publications: [] });
    expect((await post(`posts/restore/${trashed}`, {})).status).toBe(0);
  });

  it('goes out at once when it is told to, also once it is scheduled for later', async () => {
    const id = await draftFor(new Date(Date.now() + 86_400_000));
    await post(`posts/schedule/${id}`, {});
    await post(`posts/${id}/schedule`, { postNow: true });
    await ended(id, 'published');
    await until('both webhooks have arrived', () => toldOf(id).length === 2);

    expect(toldOf(id).map(({ event }) => event)).toEqual([
      'publishing.post.scheduled',
      'publishing.post.published',
    ]);
  });

  it('fails where the network refuses it, can be scheduled again and be deleted', async () => {
    const id = await draftFor(new Date(Date.now() + 86_400_000), { sandbox: { fail: 'refused' } });
    await post(`posts/schedule/${id}`, { postNow: true });
    await ended(id, 'failed');
    await post(`posts/schedule/${id}`, { postNow: true });
    await until('it has failed twice', async () => (await read(id)).publications[0].run === 2);
    await ended(id, 'failed');
    const removed = await api('DELETE', urlOf('posts'), { body: { posts: [id], trash: true } });
    expect(removed.body).toMatchObject({ to_trash: true, ids: [id], skipped: [] });
    await until('all webhooks have arrived', () => toldOf(id).length === 5);

    expect(toldOf(id).map(({ event }) => event)).toEqual([
      'publishing.post.scheduled',
      'publishing.post.publishing_failed',
      'publishing.post.scheduled',
      'publishing.post.publishing_failed',
      'publishing.post.deleted',
    ]);
  });

  it('moves along when the workspace moves to another zone (R29)', async () => {
    const noon = new Date('2099-06-01T12:00:00.000Z');
    const [draft, scheduled] = [await draftFor(noon), await draftFor(noon)];
    await post(`posts/schedule/${scheduled}`, {});
    const moved = await api('PATCH', '/api/v1/workspace', { body: { timezone: 'America/New_York' } });
    expect(moved.body.recompute).toEqual({ state: 'queued' });

    for (const id of [draft, scheduled]) {
      await until('it is computed again', async () => {
        const { timezone, scheduled_at } = await read(id);
        return timezone === 'America/New_York' && scheduled_at === '2099-06-01T16:00:00.000Z';
      });
    }
    const { recompute } = (await api('GET', '/api/v1/workspace')).body;
    expect(recompute.done).toBeGreaterThanOrEqual(2);
  });
});

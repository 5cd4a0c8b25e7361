import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { fireSchedules } from '#test/support/fixtures/publishing/fire-schedule.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const EVENTS = (['scheduled', 'published', 'publishing_failed', 'deleted'] as const).map(
  (word) => `publishing.post.${word}` as const,
);
const SCHEDULE = '/os/api/{workspace}/posts/schedule/{post}';

describe('a scheduled post', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let account: number;
  let secret: string;

  beforeAll(async () => {
    ({ secret } = await createEnabledEndpoint(api, receiver.url, EVENTS));
    const body = { provider: 'sandbox', name: 'Sandbox', credentials: {} } as const;
    const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
    account = expectStatus(connected, 201).body.data.id;
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (post: string) => ({ path: { workspace: stack.workspaceId, post } });

  async function schedule(id: string, body: components['schemas']['SchedulePostBody'] = {}) {
    return expectStatus(await api.POST(SCHEDULE, { params: of(id), body }), 200).body;
  }

  async function read(id: string) {
    return expectStatus(await api.GET('/os/api/{workspace}/posts/{post}', { params: of(id) }), 200).body.data;
  }

  async function readWorkspace() {
    return expectStatus(await api.GET('/api/v1/workspace'), 200).body;
  }

  /** A draft for an instant, to the minute, as local time of the workspace. */
  async function draftFor(at: Date, options = {}): Promise<string> {
    const { timezone } = (await readWorkspace()).data;
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }], options }];
    const body = { accounts: [account], versions, ...toLocalTime(at, timezone) };
    const created = await api.POST('/os/api/{workspace}/posts', { params: within(), body });
    return expectStatus(created, 201).body.data.id;
  }

  /** The webhooks about a post, verified, oldest first by the time of the event. */
  function webhooksAbout(id: string): { readonly event: string; readonly data: unknown }[] {
    return receiver.requests
      .map((request) => verifyDelivery(request, secret))
      .map(({ event, data, occurred_at: at }) => ({ event: String(event), data, at: String(at) }))
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ event, data }) => ({ event, data }));
  }

  const ended = (id: string, statusName: string) =>
    waitFor(`the post is ${statusName}`, async () => {
      const data = await read(id);
      return data.status_name === statusName ? data : undefined;
    });

  it('is published to the sandbox when it is due, and both webhooks arrive, unless it was unscheduled', async () => {
    const minute = new Date('2099-06-01T12:00:00.000Z');
    const [back, trashed] = [await draftFor(minute), await draftFor(minute)];
    for (const one of [back, trashed]) await schedule(one);
    const id = await draftFor(minute);
    const { scheduled_at } = await schedule(id);
    expect(scheduled_at).toBe(minute.toISOString());
    const unschedule = await api.POST('/os/api/{workspace}/posts/unschedule/{post}', { params: of(back) });
    expectStatus(unschedule, 200);
    const toTrash = { ...of(trashed), query: { trash: 'true' } } as const;
    expectStatus(await api.DELETE('/os/api/{workspace}/posts/{post}', { params: toTrash }), 200);

    await fireSchedules(stack, [back, trashed, id]);
    const data = await ended(id, 'published');
    await waitFor('both webhooks have arrived', () => webhooksAbout(id).length === 2);

    expect(data.publications).toMatchObject([
      { account_id: account, state: 'published', remote: [{ id: expect.stringContaining('sandbox') }] },
    ]);
    expect(webhooksAbout(id)).toEqual([
      { event: 'publishing.post.scheduled', data: { id, status: 1 } },
      { event: 'publishing.post.published', data: { id, status: 2 } },
    ]);
    const again = await api.POST(SCHEDULE, { params: of(id) });
    expect(expectStatus(again, 409).body.code).toBe('post_already_published');
    expect(await read(back)).toMatchObject({ status_name: 'draft', publications: [] });
    expect(await read(trashed)).toMatchObject({ trashed: true, publications: [] });
    const restored = await api.POST('/os/api/{workspace}/posts/restore/{post}', { params: of(trashed) });
    expect(expectStatus(restored, 200).body.status).toBe(0);
  });

  it('is published at once on request, even when it is scheduled for later', async () => {
    const id = await draftFor(new Date(Date.now() + 86_400_000));
    await schedule(id);
    const now = { params: of(id), body: { postNow: true } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/{post}/schedule', now), 200);
    await ended(id, 'published');
    await waitFor('both webhooks have arrived', () => webhooksAbout(id).length === 2);

    expect(webhooksAbout(id).map(({ event }) => event)).toEqual([
      'publishing.post.scheduled',
      'publishing.post.published',
    ]);
  });

  it('fails when the network rejects it, can be scheduled again and be deleted', async () => {
    const id = await draftFor(new Date(Date.now() + 86_400_000), { sandbox: { fail: 'refused' } });
    await schedule(id, { postNow: true });
    await ended(id, 'failed');
    await schedule(id, { postNow: true });
    await waitFor('it has failed twice', async () => (await read(id)).publications[0]?.run === 2);
    await ended(id, 'failed');
    const remove = { params: within(), body: { posts: [id], trash: true } };
    const removed = await api.DELETE('/os/api/{workspace}/posts', remove);
    expect(expectStatus(removed, 200).body).toMatchObject({ to_trash: true, ids: [id], skipped: [] });
    await waitFor('all webhooks have arrived', () => webhooksAbout(id).length === 5);

    expect(webhooksAbout(id).map(({ event }) => event)).toEqual([
      'publishing.post.scheduled',
      'publishing.post.publishing_failed',
      'publishing.post.scheduled',
      'publishing.post.publishing_failed',
      'publishing.post.deleted',
    ]);
  });

  it('moves when the workspace moves to another time zone', async () => {
    const noon = new Date('2099-06-01T12:00:00.000Z');
    const [draft, scheduled, waiting] = [await draftFor(noon), await draftFor(noon), await draftFor(noon)];
    await schedule(scheduled);
    expectStatus(await api.POST('/os/api/{workspace}/posts/submit/{post}', { params: of(waiting) }), 200);
    const moved = await api.PATCH('/api/v1/workspace', { body: { timezone: 'America/New_York' } });
    expect(expectStatus(moved, 200).body.recompute).toEqual({ state: 'queued' });

    for (const id of [draft, scheduled, waiting]) {
      await waitFor('it is computed again', async () => {
        const { timezone, scheduled_at } = await read(id);
        return timezone === 'America/New_York' && scheduled_at === '2099-06-01T16:00:00.000Z';
      });
    }
    const { recompute } = await readWorkspace();
    expect(recompute?.done).toBeGreaterThanOrEqual(3);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { conformingFetch } from '#test/support/fixtures/platform/conformance.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const POSTS = '/os/api/{workspace}/posts';
const QUEUE = '/os/api/{workspace}/posting-queue';
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

describe('the posting queue and approvals on the running stack', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const accounts: number[] = [];
  /** What every post of these tests contains: each operation reads its file. */
  const content = [{ body: 'Hello', media: [0] }];

  beforeAll(async () => {
    const form = new FormData();
    form.append('file', new Blob([bytesOf('image/png', 1000)], { type: 'image/png' }), 'engine.png');
    const headers = { authorization: `Bearer ${stack.apiKey}` };
    const url = `${stack.baseUrl}/os/api/${stack.workspaceId}/media`;
    const uploaded = await conformingFetch(url, { method: 'POST', headers, body: form });
    content[0] = { body: 'Hello', media: [(await uploaded.json()).data.id] };
    for (const name of ['One', 'Two', 'Three']) {
      const body = { provider: 'sandbox', name, credentials: {} } as const;
      const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
      accounts.push(expectStatus(connected, 201).body.data.id);
    }
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (post: string) => ({ path: { workspace: stack.workspaceId, post } });

  async function create(extra: object = {}) {
    const versions = [{ account_id: 0, is_original: true, content }];
    const body = { accounts: accounts.slice(0, 1), versions, ...extra };
    return expectStatus(await api.POST(POSTS, { params: within(), body }), 201).body.data;
  }

  async function read(post: string) {
    return expectStatus(await api.GET(`${POSTS}/{post}`, { params: of(post) }), 200).body.data;
  }

  it('gives every post of a burst a slot of its own, and moves one that leaves its slot', async () => {
    const slots = [
      { weekday: 'monday', time: '09:00' },
      { weekday: 'thursday', time: '17:30' },
    ] as const;
    expectStatus(await api.PUT(QUEUE, { params: within(), body: { slots: [...slots] } }), 200);
    const drafts = await Promise.all(Array.from({ length: 6 }, () => create()));
    const queued = await Promise.all([
      ...drafts.map(({ id }) => api.POST(`${POSTS}/add-to-queue/{post}`, { params: of(id) })),
      ...Array.from({ length: 6 }, () =>
        api.POST(POSTS, {
          params: within(),
          body: {
            accounts: accounts.slice(0, 1),
            queue: true,
            versions: [{ account_id: 0, is_original: true, content }],
          },
        }),
      ),
    ]);
    for (const { status } of queued) expect([200, 201]).toContain(status);
    const page = expectStatus(
      await api.GET(POSTS, { params: { ...within(), query: { status: 'scheduled', limit: 100 } } }),
      200,
    ).body.data.filter((post) => post.queued);
    const times = page.map((post) => String(post.scheduled_at));

    expect(times).toHaveLength(12);
    expect(new Set(times).size).toBe(12);

    const [first] = page.toSorted((a, b) => String(a.scheduled_at).localeCompare(String(b.scheduled_at)));
    const upcoming = async () =>
      expectStatus(await api.GET(QUEUE, { params: within() }), 200).body.data.upcoming[0]?.post_id;
    expect(await upcoming()).toBe(first?.id);
    await api.POST(`${POSTS}/unschedule/{post}`, { params: of(first?.id ?? '') });
    expect(await upcoming()).toBeNull();
    expect((await create({ queue: true })).scheduled_at).toBe(first?.scheduled_at);
  });

  it('says what to change of a time in the past, also if there is no post yet', async () => {
    const versions = [{ account_id: 0, is_original: true, content }];
    const body = {
      accounts: accounts.slice(0, 1),
      versions,
      schedule: true,
      date: '2020-01-01',
      time: '09:00',
    };
    const { errors } = expectStatus(await api.POST(POSTS, { params: within(), body }), 422).body;

    expect(errors?.map(({ code, detail }) => [code, detail])).toEqual([
      [
        'schedule_in_past',
        'The date and time are in the past: 2020-01-01T09:00:00.000Z. Set a date and a time in the future, or publish the post now.',
      ],
    ]);
  });

  it('creates a post that is published at once', async () => {
    const { id } = await create({ schedule_now: true });

    const published = () => waitFor('the post is published', async () => (await read(id)).status === 2);
    await expect(published()).resolves.toBe(true);
  });

  it('lets a writer submit, and publishes what a publisher approved', async () => {
    const { id, revision } = await create();
    const submit = { params: of(id), body: { date: TOMORROW, time: '10:00', timezone: 'Asia/Tokyo' } };
    expectStatus(await api.POST(`${POSTS}/submit/{post}`, submit), 200);
    const outdated = await api.POST(`${POSTS}/approve/{post}`, {
      params: of(id),
      headers: { 'if-match': `"${revision}"` },
      body: {},
    });
    expect(outdated.status).toBe(412);
    expectStatus(
      await api.POST(`${POSTS}/return/{post}`, { params: of(id), body: { note: 'Shorter' } }),
      200,
    );
    expect(await read(id)).toMatchObject({ status: 0, approval: { state: 'returned', note: 'Shorter' } });
    expectStatus(await api.POST(`${POSTS}/submit/{post}`, { params: of(id), body: {} }), 200);
    expect(await read(id)).toMatchObject({ status: 4, scheduled_at: `${TOMORROW}T01:00:00.000Z` });
    expectStatus(await api.POST(`${POSTS}/approve/{post}`, { params: of(id), body: { postNow: true } }), 200);

    await waitFor('the post is published', async () => (await read(id)).status === 2);
  });

  it('follows a scheduled post to another time, into the queue, and out of the workspace', async () => {
    const posts = await Promise.all(
      [1, 2, 3].map(() => create({ schedule: true, date: TOMORROW, time: '05:15' })),
    );
    const [first, second, third] = posts.map(({ id }) => id);
    if (!first || !second || !third) throw new Error('Three posts were created');
    const versions = [{ account_id: 0, is_original: true, content }];
    const moved = { accounts: accounts.slice(0, 1), versions, date: TOMORROW, time: '06:15' };
    expectStatus(await api.PUT(`${POSTS}/{post}`, { params: of(first), body: moved }), 200);
    expectStatus(await api.POST(`${POSTS}/add-to-queue/{post}`, { params: of(second) }), 200);
    const later = { date: TOMORROW, time: '07:15' };
    expectStatus(await api.POST(`${POSTS}/schedule/{post}`, { params: of(third), body: later }), 200);

    expect((await read(second)).queued).toBe(true);
    expectStatus(await api.DELETE(`${POSTS}/{post}`, { params: of(second) }), 200);
    const body = { posts: [first, third] };
    const deleted = expectStatus(await api.DELETE(POSTS, { params: within(), body }), 200);
    expect(deleted.body.ids).toEqual([first, third]);
  });

  it.each(['schedule', 'add-to-queue'] as const)(
    'approves only the content that the caller has read, also with %s',
    async (command) => {
      const { id } = await create({ date: TOMORROW, time: '13:00' });
      expectStatus(await api.POST(`${POSTS}/submit/{post}`, { params: of(id), body: {} }), 200);
      const { revision } = await read(id);
      const versions = [{ account_id: 0, is_original: true, content: [{ ...content[0], body: 'Edited' }] }];
      const body = { accounts: accounts.slice(0, 1), versions, date: TOMORROW, time: '13:00' };
      expectStatus(await api.PUT(`${POSTS}/{post}`, { params: of(id), body }), 200);
      const send = (seen: string) =>
        api.POST(`${POSTS}/${command}/{post}`, { params: of(id), headers: { 'if-match': `"${seen}"` } });

      expect(expectStatus(await send(revision), 412).body.code).toBe('revision_mismatch');
      expect((await read(id)).status_name).toBe('needs_approval');
      expectStatus(await send((await read(id)).revision), 200);
      expect(await read(id)).toMatchObject({ status_name: 'scheduled', approval: { state: 'approved' } });
    },
  );

  it('gives an approved post the next free slot', async () => {
    const { id } = await create();
    expectStatus(await api.POST(`${POSTS}/submit/{post}`, { params: of(id), body: {} }), 200);
    expectStatus(await api.POST(`${POSTS}/approve/{post}`, { params: of(id), body: { queue: true } }), 200);

    expect(await read(id)).toMatchObject({ status: 1, queued: true, approval: { state: 'approved' } });
  });

  it('schedules for another time in the zone of the request', async () => {
    const { id } = await create();
    const body = { date: TOMORROW, time: '23:30', timezone: 'America/New_York' };
    expectStatus(await api.POST(`${POSTS}/schedule/{post}`, { params: of(id), body }), 200);

    expect((await read(id)).scheduled_at).toMatch(/T0[34]:30:00\.000Z$/u);
  });

  it('stays failed after the retry of one account, until every account has the post', async () => {
    const [one = 0, two = 0, three = 0] = accounts;
    const original = { account_id: 0, is_original: true, content };
    const failing = [two, three].map((id) => ({
      account_id: id,
      is_original: false,
      content,
      options: { sandbox: { fail: 'refused' } },
    }));
    const { id } = await create({ accounts, versions: [original, ...failing], schedule_now: true });
    const ended = async (status: number) =>
      waitFor(`status ${status}`, async () => (await read(id)).status === status);
    await ended(3);
    const { date, time } = await read(id);
    const body = { accounts, date, time, versions: [original] };
    expectStatus(await api.PUT(`${POSTS}/{post}`, { params: of(id), body }), 200);
    const retry = (account: number) =>
      api.POST(`${POSTS}/retry/{post}/{account}`, {
        params: { path: { workspace: stack.workspaceId, post: id, account: String(account) } },
      });
    expect((await retry(one)).status).toBe(409);
    expectStatus(await retry(two), 200);
    await waitFor('the second account has the post, and the third does not', async () => {
      const { status, publications } = await read(id);
      const isPublished = publications.some((each) => each.account_id === two && each.state === 'published');
      return status === 3 && isPublished;
    });
    expectStatus(await retry(three), 200);
    await ended(2);
    const states = (await read(id)).publications.filter(({ state }) => state === 'published');

    expect(states.map((each) => each.account_id).toSorted((a, b) => a - b)).toEqual([one, two, three]);
  });
});

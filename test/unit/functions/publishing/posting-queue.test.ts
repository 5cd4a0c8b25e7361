import { describe, expect } from 'vitest';
import { it, startScheduleApi } from '#test/support/fixtures/publishing/schedule-api.ts';

const TWICE = [
  { weekday: 'friday', time: '16:00' },
  { weekday: 'tuesday', time: '09:30' },
];

describe('get-posting-queue', () => {
  it('returns three slots on weekdays of a new workspace, and the next of them', async ({ run, put }) => {
    const post = put('draft');
    await run('queue-post', post);
    const { status, body, headers } = await run('get-posting-queue', null);

    expect([status, headers['ETag']]).toEqual([200, '"0"']);
    expect(body.data).toMatchObject({ revision: '0', timezone: 'Europe/Berlin' });
    expect(body.data.slots).toHaveLength(15);
    expect(body.data.upcoming).toHaveLength(30);
    expect(body.data.upcoming.slice(0, 2)).toEqual([
      { scheduled_at: '2026-06-01T15:00:00.000Z', date: '2026-06-01', time: '17:00', post_id: post },
      { scheduled_at: '2026-06-02T07:00:00.000Z', date: '2026-06-02', time: '09:00', post_id: null },
    ]);
  });

  it('has no next slots without slots', async ({ run }) => {
    await run('update-posting-queue', null, { json: { slots: [] } });

    expect((await run('get-posting-queue', null)).body.data).toMatchObject({ slots: [], upcoming: [] });
  });
});

describe('update-posting-queue', () => {
  it('replaces the slots, in the order of the week, each once', async ({ run }) => {
    const json = { slots: [...TWICE, ...TWICE] };
    const { status, body, headers } = await run('update-posting-queue', null, { json });

    expect([status, headers['ETag'], body.data.revision]).toEqual([200, '"1"', '1']);
    expect(body.data.slots).toEqual(TWICE.toReversed());
    expect((await run('get-posting-queue', null)).body.data).toEqual(body.data);
  });

  it('changes nothing if the slots are the same', async ({ run }) => {
    await run('update-posting-queue', null, { json: { slots: TWICE } });

    expect((await run('update-posting-queue', null, { json: { slots: TWICE } })).body.data.revision).toBe(
      '1',
    );
  });

  it('leaves scheduled posts where they are', async ({ run, put, stored }) => {
    const post = put('draft');
    await run('queue-post', post);
    const before = stored(post);
    await run('update-posting-queue', null, { json: { slots: TWICE } });

    expect(stored(post)).toEqual(before);
  });

  it('rejects an outdated revision', async ({ run }) => {
    await run('update-posting-queue', null, { json: { slots: TWICE } });
    const headers = { 'if-match': '"0"' };
    const { status } = await run('update-posting-queue', null, { json: { slots: [] }, headers });

    expect(status).toBe(412);
  });

  it.each([
    [{ slots: [{ weekday: 'Monday', time: '09:00' }] }, '#/slots/0/weekday'],
    [{ slots: [{ weekday: 'monday', time: '9:00' }] }, '#/slots/0/time'],
    [{ slots: [{ weekday: 'monday', time: '24:00' }] }, '#/slots/0/time'],
    [{ slots: [{ weekday: 'monday' }] }, '#/slots/0/time'],
    [{ slots: Array.from({ length: 169 }, () => ({ weekday: 'monday', time: '09:00' })) }, '#/slots'],
    [{}, '#/slots'],
    [{ slots: [], timezone: 'UTC' }, '#/timezone'],
  ])('rejects %j', async (json, pointer) => {
    const { run } = await startScheduleApi();
    const { status, body } = await run('update-posting-queue', null, { json });

    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
    expect((await run('get-posting-queue', null)).body.data.revision).toBe('0');
  });
});

describe('queue-post', () => {
  it('takes the next slot at which nothing is scheduled, also not by hand', async ({
    run,
    put,
    stored,
    emitted,
  }) => {
    // By hand, for the first two slots: Monday at 17:00 and Tuesday at 09:00.
    const [first, second] = [
      put('draft', { time: '17:00', date: '2026-06-01' }),
      put('draft', { time: '09:00' }),
    ];
    for (const post of [first, second]) await run('schedule-post', post);
    const post = put('draft', { date: null, time: null });
    const { status, body } = await run('queue-post', post);

    expect([status, body]).toEqual([
      200,
      { success: true, status: 1, scheduled_at: '2026-06-02T10:00:00.000Z' },
    ]);
    expect(stored(post)).toMatchObject({ queued: true, date: '2026-06-02', time: '12:00' });
    expect(emitted()).toHaveLength(3);
  });

  it('changes nothing for a queued post', async ({ run, put, stored }) => {
    const post = put('draft');
    await run('queue-post', post);
    const before = stored(post);

    expect((await run('queue-post', post)).body.scheduled_at).toBe('2026-06-01T15:00:00.000Z');
    expect(stored(post)).toEqual(before);
  });

  it('moves a scheduled post to a slot, without a second event', async ({ run, put, stored, emitted }) => {
    const post = put('draft');
    await run('schedule-post', post);
    await run('queue-post', post);

    expect(stored(post)).toMatchObject({
      queued: true,
      due: { at: new Date('2026-06-01T15:00:00Z'), seq: 2 },
    });
    expect(emitted()).toHaveLength(1);
  });

  it('frees the slot of a post that leaves it', async ({ run, put, stored }) => {
    const [first, second, third] = [put('draft'), put('draft'), put('draft')];
    await run('queue-post', first);
    await run('unschedule-post', first);
    await run('queue-post', second);
    await run('schedule-post', second, { json: { date: '2026-06-04', time: '18:00' } });
    await run('queue-post', third);

    expect(stored(first)).toMatchObject({ status: 'draft', queued: false });
    expect(stored(second)).toMatchObject({ queued: false, date: '2026-06-04' });
    expect(stored(third)?.due?.at).toEqual(new Date('2026-06-01T15:00:00Z'));
  });

  it('ends after a year without a free slot', async ({ run, put, stored }) => {
    await run('update-posting-queue', null, { json: { slots: [{ weekday: 'friday', time: '16:00' }] } });
    for (let week = 0; week < 52; week += 1) expect((await run('queue-post', put('draft'))).status).toBe(200);
    const post = put('draft');
    const { status, body } = await run('queue-post', post);

    expect([status, body.code]).toEqual([409, 'slot_unavailable']);
    expect(stored(post)?.status).toBe('draft');
  });

  it.each([
    ['published', 'post_already_published'],
    ['publishing', 'post_publishing'],
    ['trashed', 'post_in_trash'],
  ] as const)('rejects a %s post', async (state, code) => {
    const { run, put } = await startScheduleApi();

    expect((await run('queue-post', put(state))).body.code).toBe(code);
  });

  it('rejects a post that cannot be scheduled', async ({ run, put }) => {
    const { status, body } = await run('queue-post', put('draft', { accounts: [] }));

    expect([status, body.code]).toEqual([422, 'accounts_required']);
  });
});

describe('retry-post', () => {
  const failed = { accounts: [1, 2, 3], retryAccounts: [1, 2] };

  async function startRetry() {
    const fixture = await startScheduleApi();
    for (const id of [2, 3, 4]) fixture.putAccount({ id, uuid: `01980000-0000-7000-8000-00000000000${id}` });
    const post = fixture.put('failed', failed);
    const retry = (account: string) => fixture.run('retry-post', post, { params: { account } });
    return { ...fixture, post, retry };
  }

  it.each(['2', '01980000-0000-7000-8000-000000000002'])(
    'publishes now to account %s alone, and remembers the other one',
    async (account) => {
      const { retry, stored, post, emitted } = await startRetry();
      const { status, body } = await retry(account);

      expect([status, body.status]).toEqual([200, 1]);
      expect(stored(post)).toMatchObject({
        status: 'scheduled',
        retryAccounts: [2],
        heldAccounts: [1],
        due: { at: stored(post)?.updatedAt },
      });
      expect(emitted()).toHaveLength(1);
    },
  );

  it.each([
    ['3', 409, 'post_already_published'],
    ['4', 404, 'account_not_found'],
    ['5', 404, 'account_not_found'],
  ])('rejects account %s', async (account, status, code) => {
    const { retry, stored, post } = await startRetry();
    const response = await retry(account);

    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(stored(post)?.status).toBe('failed');
  });

  it('rejects an account that is not connected', async () => {
    const { retry, putAccount } = await startRetry();
    putAccount({ id: 2, status: 'needs_reauth' });

    expect((await retry('2')).body.code).toBe('account_not_connected');
  });

  it.each(['draft', 'scheduled', 'needs_approval'] as const)('rejects a %s post', async (state) => {
    const { run, put } = await startRetry();

    expect((await run('retry-post', put(state), { params: { account: '1' } })).body.code).toBe(
      'post_not_failed',
    );
  });
});

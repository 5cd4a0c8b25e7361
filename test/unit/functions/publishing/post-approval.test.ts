import { describe, expect } from 'vitest';
import { A_TEXT, DATED } from '#test/support/fixtures/publishing/post-states.ts';
import { it, startScheduleApi, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

const VERSIONS = A_TEXT.map(({ accountId, isOriginal, content }) => ({
  account_id: accountId,
  is_original: isOriginal,
  content,
}));
const BODY = { accounts: [1], versions: VERSIONS, date: '2026-06-02', time: '15:00' };
const EDITED = [{ ...VERSIONS[0], content: [{ body: 'Something else' }] }];

/** A post that a member without the permission to publish wrote and submitted. */
async function startApproval() {
  const fixture = await startScheduleApi();
  const author = fixture.api.grant([WRITE, 'publishing:posts:read']);
  const post = fixture.put('draft', { date: null, time: null });
  return {
    ...fixture,
    author,
    post,
    submit: (json: object = {}) => fixture.run('submit-post', post, { key: author, json }),
    read: async () => (await fixture.run('get-post', post)).body.data,
  };
}

describe('submit-post', () => {
  it('lets a post wait for approval, without an event and without a timer', async () => {
    const { submit, read, stored, post, emitted } = await startApproval();
    const { status, body } = await submit();

    expect([status, body]).toEqual([200, { success: true, status: 4, scheduled_at: null }]);
    expect(await read()).toMatchObject({
      status: 4,
      status_name: 'needs_approval',
      approval: { state: 'requested', decided_by: null, note: null },
    });
    expect(stored(post)?.due).toBeNull();
    expect(emitted()).toEqual([]);
  });

  it('proposes a time, in any time zone', async () => {
    const { submit, read } = await startApproval();
    await submit({ date: '2026-06-02', time: '09:00', timezone: 'America/New_York' });

    expect(await read()).toMatchObject({
      date: '2026-06-02',
      time: '15:00',
      scheduled_at: DATED.toISOString(),
    });
  });

  it.each([
    [{ date: '2026-05-01', time: '09:00' }, 'schedule_in_past'],
    [{ date: '2026-06-02' }, 'schedule_incomplete'],
    [{ timezone: 'Nowhere' }, 'timezone_unknown'],
    [{ postNow: true }, 'unknown_field'],
  ])('rejects %j', async (json, code) => {
    const { submit, stored, post } = await startApproval();
    const { status, body } = await submit(json);

    expect([status, body.code]).toEqual([422, code]);
    expect(stored(post)?.status).toBe('draft');
  });

  it('checks what scheduling would check', async () => {
    const { run, put, putAccount } = await startApproval();
    putAccount({ id: 2, status: 'disabled' });
    const { status, body } = await run('submit-post', put('draft', { accounts: [2] }));

    expect([status, body.code]).toEqual([422, 'account_not_connected']);
  });

  it.each([
    ['scheduled', 'post_already_scheduled'],
    ['published', 'post_already_published'],
    ['publishing', 'post_publishing'],
    ['trashed', 'post_in_trash'],
  ] as const)('rejects a %s post', async (state, code) => {
    const { run, put } = await startApproval();

    expect((await run('submit-post', put(state))).body.code).toBe(code);
  });
});

describe('approve-post', () => {
  it('schedules for the proposed time, with one event however often it is called', async () => {
    const { submit, run, post, read, emitted } = await startApproval();
    await submit({ date: '2026-06-02', time: '15:00' });
    const first = await run('approve-post', post);
    const second = await run('approve-post', post, { json: { date: '2026-06-09', time: '15:00' } });

    expect([first.status, first.body]).toEqual([
      200,
      { success: true, status: 1, scheduled_at: DATED.toISOString() },
    ]);
    expect(second.body).toEqual(first.body);
    expect((await read()).approval).toMatchObject({ state: 'approved', decided_by: expect.any(String) });
    expect(emitted().map(({ event }) => event)).toEqual(['publishing.post.scheduled']);
  });

  it.each([
    [{ queue: true }, '2026-06-01T15:00:00.000Z'],
    [{ date: '2026-06-03', time: '10:00' }, '2026-06-03T08:00:00.000Z'],
  ])('chooses another time by %j', async (json, at) => {
    const { submit, run, post } = await startApproval();
    await submit();

    expect((await run('approve-post', post, { json })).body).toMatchObject({ status: 1, scheduled_at: at });
  });

  it('publishes now', async () => {
    const { submit, run, post, stored } = await startApproval();
    await submit();
    await run('approve-post', post, { json: { postNow: true } });

    expect(stored(post)?.due?.at).toEqual(stored(post)?.updatedAt);
  });

  it.each([
    [{}, 'schedule_incomplete'],
    [{ queue: true, postNow: true }, 'schedule_conflict'],
    [{ queue: true, date: '2026-06-03', time: '10:00' }, 'schedule_conflict'],
  ])('rejects %j without a time that can be used', async (json, code) => {
    const { submit, run, post, stored } = await startApproval();
    await submit();
    const { status, body } = await run('approve-post', post, { json });

    expect([status, body.errors?.[0]?.code]).toEqual([422, code]);
    expect(stored(post)?.status).toBe('needs_approval');
  });

  it('rejects the revision that the caller has read if the post was edited since', async () => {
    const { submit, run, post, author, read } = await startApproval();
    await submit();
    const { revision } = await read();
    await run('update-post', post, { key: author, json: { accounts: [1], versions: EDITED } });
    const headers = { 'if-match': `"${revision}"` };
    const { status, body } = await run('approve-post', post, { headers, json: { postNow: true } });

    expect([status, body.code]).toEqual([412, 'revision_mismatch']);
    expect((await read()).status).toBe(4);
  });

  it('loses against an edit at the same time, instead of approving what the caller has not read', async () => {
    const { api, submit, run, post, author, stored } = await startApproval();
    await submit({ date: '2026-06-02', time: '15:00' });
    const { save } = api.posts;
    api.posts.save = async (...parts) => {
      api.posts.save = save;
      await run('update-post', post, { key: author, json: { accounts: [1], versions: EDITED } });
      await save(...parts);
    };
    const { status, body } = await run('approve-post', post, { json: { postNow: true } });

    expect([status, body.code]).toEqual([409, 'concurrent_update']);
    expect(stored(post)?.status).toBe('needs_approval');
  });

  it('needs the permission to publish', async () => {
    const { submit, run, post, author } = await startApproval();
    await submit();

    expect((await run('approve-post', post, { key: author })).status).toBe(403);
  });

  it.each([
    ['draft', 'post_not_submitted'],
    ['failed', 'post_not_submitted'],
    ['published', 'post_already_published'],
  ] as const)('rejects a %s post', async (state, code) => {
    const { run, put } = await startApproval();

    expect((await run('approve-post', put(state))).body.code).toBe(code);
  });
});

describe('an edit of an approved post', () => {
  async function approved() {
    const fixture = await startApproval();
    await fixture.submit({ date: '2026-06-02', time: '15:00' });
    await fixture.run('approve-post', fixture.post);
    return fixture;
  }

  it.each([
    ['the text', { versions: EDITED }],
    ['the time', { time: '16:00' }],
  ])('of %s voids the approval and the timer', async (_, edit) => {
    const { run, post, stored, read } = await approved();
    const { status } = await run('update-post', post, { json: { ...BODY, ...edit } });

    expect(status).toBe(200);
    expect(stored(post)).toMatchObject({ status: 'needs_approval', due: null });
    expect((await read()).approval).toMatchObject({ state: 'requested', decided_by: null, decided_at: null });
  });

  it('of the tags keeps it', async () => {
    const { api, run, post, stored } = await approved();
    await api.call('create-tag', {
      key: api.grant(['publishing:tags:write']),
      params: { workspace: api.workspaceId },
      json: { name: 'News', hex_color: '#ffffff' },
    });
    await run('update-post', post, { json: { ...BODY, tags: [1] } });

    expect(stored(post)).toMatchObject({ status: 'scheduled', tags: [1], due: { at: DATED } });
  });

  it('that removes every account makes it a draft without an approval', async () => {
    const { run, post, stored } = await approved();
    await run('update-post', post, { json: { ...BODY, accounts: [] } });

    expect(stored(post)).toMatchObject({ status: 'draft', approval: null, due: null });
  });
});

describe('a post that waits for approval', () => {
  it('can be edited by its author, and needs no time', async () => {
    const { submit, run, post, author, stored } = await startApproval();
    await submit();
    const json = { accounts: [1], versions: EDITED };
    const { status } = await run('update-post', post, { key: author, json });

    expect([status, stored(post)?.status]).toEqual([200, 'needs_approval']);
    await run('update-post', post, { key: author, json: { ...json, accounts: [] } });
    expect(stored(post)?.status).toBe('draft');
  });

  it('counts as approved when a publisher schedules it', async () => {
    const { submit, run, post, stored } = await startApproval();
    await submit();
    await run('schedule-post', post, { json: { postNow: true } });

    expect(stored(post)?.approval?.state).toBe('approved');
  });
});

describe('return-post', () => {
  it('makes it a draft with a message to its author', async () => {
    const { submit, run, post, read } = await startApproval();
    await submit();
    const { status, body } = await run('return-post', post, { json: { note: 'Name the speaker.\nThanks' } });

    expect([status, body.status]).toEqual([200, 0]);
    expect(await read()).toMatchObject({
      status: 0,
      approval: { state: 'returned', note: 'Name the speaker.\nThanks', decided_by: expect.any(String) },
    });
    await submit();
    expect((await read()).approval).toMatchObject({ state: 'requested', note: null, decided_by: null });
  });

  it('leaves a failed post failed, so that no account gets it a second time', async () => {
    const { put, run, author, stored } = await startApproval();
    const failed = put('failed', { retryAccounts: [1] });
    expect((await run('submit-post', failed, { key: author })).status).toBe(200);
    const { body } = await run('return-post', failed, { json: { note: 'Not now' } });

    expect(body.status).toBe(3);
    await run('schedule-post', failed, { json: { postNow: true } });
    expect(stored(failed)).toMatchObject({ status: 'scheduled', retryAccounts: [1] });
  });

  it.each(['draft', 'scheduled', 'failed'] as const)('rejects a %s post', async (state) => {
    const { run, put } = await startApproval();

    expect((await run('return-post', put(state))).body.code).toBe('post_not_submitted');
  });

  it('rejects a message of more than 1,000 characters', async () => {
    const { submit, run, post } = await startApproval();
    await submit();

    expect((await run('return-post', post, { json: { note: 'x'.repeat(1001) } })).status).toBe(422);
  });
});

describe('who sees an approval', () => {
  it('is every key that reads posts', async ({ api, put, run }) => {
    const post = put('needs_approval');
    const reader = api.grant(['publishing:posts:read']);
    const { body } = await run('list-posts', null, { key: reader, query: { status: 'needs_approval' } });

    expect(body.data).toMatchObject([{ id: post, status: 4, approval: { state: 'requested' } }]);
  });
});

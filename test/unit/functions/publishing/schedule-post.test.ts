import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { A_TEXT, DATED } from '#test/support/fixtures/publishing/post-states.ts';
import { it, PUBLISH, startScheduleApi, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

const AT_ONCE = { json: { postNow: true } };

function scheduled(id: string) {
  return { event: 'publishing.post.scheduled', data: { id, status: 1 }, matches: 1 };
}

describe('schedule-post, happy', () => {
  it.each([{}, { json: {} }, { json: { postNow: false } }])(
    'schedules a draft for its date and emits the event: %j',
    async (request, { put, run, stored, emitted }) => {
      const post = put('draft');
      const { status, body, headers } = await run('schedule-post', post, request);

      expect([status, body]).toEqual([
        200,
        { success: true, status: 1, scheduled_at: '2026-06-02T13:00:00.000Z' },
      ]);
      expect(headers['Cache-Control']).toBe('private, no-store');
      expect(stored(post)).toMatchObject({
        status: 'scheduled',
        due: { at: DATED, seq: 1, timer: true },
        retryAccounts: null,
        revision: 2,
      });
      expect(emitted()).toEqual([scheduled(post)]);
    },
  );

  it('accepts the alias as well', async ({ api, key, put, stored, workspaceId }) => {
    const post = put('draft');
    const path = `/os/api/${workspaceId}/posts/${post}/schedule`;
    const params = { workspace: workspaceId, post };

    expect((await api.call('schedule-post', { key, path, params })).status).toBe(200);
    expect(stored(post)?.status).toBe('scheduled');
  });

  it('does nothing a second time, and emits no event', async ({ put, run, stored, emitted }) => {
    const post = put('draft');
    const first = await run('schedule-post', post);
    const before = stored(post);
    const second = await run('schedule-post', post);

    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(stored(post)).toEqual(before);
    expect(emitted()).toHaveLength(1);
  });

  it.each(['draft', 'failed'] as const)('publishes a %s at once, whatever its date', async (state) => {
    const { put, run, stored, emitted } = await startScheduleApi();
    const post = put(state, { date: null, time: null });
    const { status, body } = await run('schedule-post', post, AT_ONCE);

    expect([status, body]).toEqual([200, { success: true, status: 1, scheduled_at: NOW.toISOString() }]);
    expect(stored(post)).toMatchObject({ status: 'scheduled', due: { at: NOW, seq: 1 }, time: '14:00' });
    expect(emitted()).toEqual([scheduled(post)]);
  });

  it('moves a scheduled post to now without a second event', async ({ put, run, stored, emitted }) => {
    const post = put('draft');
    await run('schedule-post', post);
    const { body } = await run('schedule-post', post, AT_ONCE);

    expect(body.scheduled_at).toBe(NOW.toISOString());
    expect(stored(post)?.due).toEqual({ at: NOW, seq: 2, timer: true });
    expect(emitted()).toHaveLength(1);
  });

  it('sends a failed post only to the accounts that lack it, and validates nothing for the others', async () => {
    const { put, putAccount, run, stored, emitted } = await startScheduleApi();
    putAccount({ id: 2, status: 'disabled' });
    const post = put('failed', { accounts: [1, 2], retryAccounts: [1] });

    expect((await run('schedule-post', post)).status).toBe(200);
    expect(stored(post)?.retryAccounts).toEqual([1]);
    expect(emitted()).toEqual([scheduled(post)]);
  });

  it('uses the current time zone of the workspace, whatever an earlier edit used', async ({ put, run }) => {
    const post = put('draft', { timezone: 'America/New_York' });

    expect((await run('schedule-post', post)).body.scheduled_at).toBe('2026-06-02T13:00:00.000Z');
  });

  it('replays the first response for an Idempotency-Key', async ({ put, run, emitted }) => {
    const post = put('draft');
    const request = { ...AT_ONCE, headers: { 'idempotency-key': 'once' } };
    const first = await run('schedule-post', post, request);

    expect(await run('schedule-post', post, request)).toMatchObject({
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(emitted()).toHaveLength(1);
  });
});

describe('schedule-post, error', () => {
  it.each([
    ['publishing', 'post_publishing'],
    ['published', 'post_already_published'],
    ['trashed', 'post_in_trash'],
  ] as const)('rejects a post that is %s with %s and leaves it unchanged', async (state, code) => {
    const { put, run, stored, emitted } = await startScheduleApi();
    const post = put(state);
    const before = stored(post);

    for (const request of [{}, AT_ONCE])
      expect(await run('schedule-post', post, request)).toMatchObject({ status: 409, body: { code } });
    expect([stored(post), emitted()]).toEqual([before, []]);
  });

  it('returns Retry-After while the post is being published', async ({ put, run }) => {
    expect((await run('schedule-post', put('publishing'))).headers['Retry-After']).toBe('30');
  });

  it('reports that a post is published even if its date is over', async ({ put, run }) => {
    const post = put('published', { date: '2026-05-01' });

    expect((await run('schedule-post', post)).body.code).toBe('post_already_published');
  });

  it('rejects a failed post whose failed accounts were all removed', async ({ put, run }) => {
    expect((await run('schedule-post', put('failed', { retryAccounts: [] }))).body.code).toBe(
      'post_already_published',
    );
  });

  it.each([
    [{ accounts: [] }, [['#/accounts', 'accounts_required']]],
    [{ date: null }, [['#/date', 'schedule_incomplete']]],
    [{ time: null }, [['#/time', 'schedule_incomplete']]],
    [{ date: '2026-05-31' }, [['#/date', 'schedule_in_past']]],
    [
      { accounts: [1, 2, 3] },
      [
        ['#/accounts/1', 'account_not_connected'],
        ['#/accounts/2', 'account_not_connected'],
      ],
    ],
    [
      { versions: [{ ...A_TEXT[0], content: [{ body: ' ', url: null, media: [] }] }] },
      [['#/versions/0/content/0', 'content_empty']],
    ],
    [
      {
        accounts: [4],
        versions: [{ ...A_TEXT[0], content: [{ body: 'x'.repeat(501), url: null, media: [] }] }],
      },
      [['#/versions/0/content/0/body', 'network_limit_exceeded']],
    ],
    [
      { accounts: [4], versions: [{ ...A_TEXT[0], options: { mastodon: { visibility: 'followers' } } }] },
      [['#/versions/0/options/mastodon/visibility', 'options_invalid']],
    ],
    [
      { versions: [{ ...A_TEXT[0], content: [{ body: 'x', url: null, media: [1, 2] }] }] },
      [
        ['#/versions/0/content/0/media/0', 'media_not_uploaded'],
        ['#/versions/0/content/0/media/1', 'media_not_found'],
      ],
    ],
  ])('rejects %j with 422 for the post', async (overrides, expected) => {
    const { api, workspaceId, put, putAccount, run, stored, emitted } = await startScheduleApi();
    api.core.media.set(withinWorkspace(workspaceId, '1'), aMedia({ workspaceId, state: 'pending' }));
    putAccount({ id: 2, status: 'needs_reauth' });
    putAccount({ id: 4, provider: 'mastodon' });
    const post = put('draft', overrides as Parameters<typeof put>[1]);
    const before = stored(post);
    const { status, body } = await run('schedule-post', post);

    expect(status).toBe(422);
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual(expected);
    const codes = new Set(expected.map(([, code]) => code));
    expect(body.code).toBe(codes.size > 1 ? 'validation_failed' : expected[0]?.[1]);
    expect([stored(post), emitted()]).toEqual([before, []]);
  });

  it('validates everything but the date of a post that is published at once', async ({ put, run }) => {
    const post = put('draft', { accounts: [9], date: null });

    expect((await run('schedule-post', post, AT_ONCE)).body.errors).toMatchObject([
      { pointer: '#/accounts/0', code: 'account_not_connected' },
    ]);
  });

  it('accepts a time that was over less than a minute ago', async ({ put, run }) => {
    const post = put('draft', { date: '2026-06-01', time: '14:00' });
    expect((await run('schedule-post', post)).status).toBe(200);

    const { api, ...late } = await startScheduleApi();
    api.clock.advance(61);
    const over = late.put('draft', { date: '2026-06-01', time: '14:00' });
    expect((await late.run('schedule-post', over)).body.code).toBe('schedule_in_past');
  });

  it.each([
    [{ postNow: 'yes' }, '#/postNow', 'invalid_type'],
    [{ postNow: null }, '#/postNow', 'invalid_type'],
    [{ at: 'noon' }, '#/at', 'unknown_field'],
    [[], '#', 'invalid_type'],
  ])('rejects %j with 422', async (json, pointer, code, { put, run, stored }) => {
    const post = put('draft');

    expect(await run('schedule-post', post, { json })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer, code }] },
    });
    expect(stored(post)?.status).toBe('draft');
  });

  it('returns 409 when it loses a race twice, and succeeds when it loses once', async ({ api, put, run }) => {
    const post = put('draft');
    const { save } = api.posts;
    let losses = 2;
    api.posts.save = (...command) =>
      losses-- > 0 ? Promise.reject(new ConcurrentUpdateError()) : save(...command);

    expect((await run('schedule-post', post)).body.code).toBe('concurrent_update');
    losses = 1;
    expect((await run('schedule-post', post)).status).toBe(200);
  });

  it('emits one event when two requests schedule at the same time', async ({ put, run, emitted }) => {
    const post = put('draft');
    const responses = await Promise.all([run('schedule-post', post), run('schedule-post', post)]);

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(emitted()).toHaveLength(1);
  });
});

describe('schedule-post, security', () => {
  it.each([
    [[], 403],
    [[WRITE], 403],
    [[PUBLISH], 200],
    [[WRITE, PUBLISH], 200],
  ] as const)('returns to a key with %j: %i', async (permissions, expected, { api, put, run, stored }) => {
    const post = put('draft');
    const { status } = await run('schedule-post', post, { key: api.grant(permissions) });

    expect(status).toBe(expected);
    expect(stored(post)?.status).toBe(expected === 200 ? 'scheduled' : 'draft');
  });

  it('returns 404 for a post of another workspace, and for a malformed id', async () => {
    const { api, put, run, workspaceId } = await startScheduleApi();
    const other = await api.createOtherWorkspace();
    const foreign = put('draft', { workspaceId: other.workspaceId });

    for (const post of [foreign, 'not-an-id'])
      expect(await run('schedule-post', post)).toMatchObject({
        status: 404,
        body: { code: 'post_not_found' },
      });
    const elsewhere = { params: { workspace: other.workspaceId } };
    expect((await run('schedule-post', put('draft', { workspaceId }), elsewhere)).body.code).toBe(
      'workspace_mismatch',
    );
  });
});

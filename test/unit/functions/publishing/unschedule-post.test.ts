import { describe, expect } from 'vitest';
import { it, PUBLISH, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

describe('unschedule-post', () => {
  it.each(['scheduled', 'failed'] as const)(
    'makes a draft of a post that is %s, with its date, and emits no event',
    async (state, { put, run, stored, emitted }) => {
      const post = put(state);
      const { status, body } = await run('unschedule-post', post);

      expect([status, body]).toEqual([
        200,
        { success: true, status: 0, scheduled_at: '2026-06-02T13:00:00.000Z' },
      ]);
      expect(stored(post)).toMatchObject({ status: 'draft', date: '2026-06-02', time: '15:00', due: null });
      expect(emitted()).toEqual([]);
    },
  );

  it('changes nothing in a draft', async ({ put, run, stored }) => {
    const post = put('draft');
    const before = stored(post);

    expect((await run('unschedule-post', post, { json: {} })).status).toBe(200);
    expect(stored(post)).toEqual(before);
  });

  it('can be scheduled again, which emits the event again', async ({ put, run, stored, emitted }) => {
    const post = put('draft');
    await run('schedule-post', post);
    await run('unschedule-post', post);
    await run('schedule-post', post);

    expect(stored(post)?.due?.seq).toBe(3);
    expect(emitted()).toHaveLength(2);
  });

  it.each([
    ['publishing', 'post_publishing'],
    ['published', 'post_already_published'],
    ['trashed', 'post_in_trash'],
  ] as const)('rejects a post that is %s with %s', async (state, code, { put, run, stored }) => {
    const post = put(state);
    const before = stored(post);

    expect(await run('unschedule-post', post)).toMatchObject({ status: 409, body: { code } });
    expect(stored(post)).toEqual(before);
  });

  it('returns 404 for an unknown post, and rejects a body with fields', async ({ put, run }) => {
    expect((await run('unschedule-post', '01980000-0000-7000-8000-000000000001')).body.code).toBe(
      'post_not_found',
    );
    expect((await run('unschedule-post', put('scheduled'), { json: { date: null } })).status).toBe(422);
  });

  it.each([
    [[WRITE], 403],
    [[PUBLISH], 200],
  ] as const)('returns to a key with %j: %i', async (permissions, expected, { api, put, run }) => {
    const key = api.grant(permissions);

    expect((await run('unschedule-post', put('scheduled'), { key })).status).toBe(expected);
  });
});

import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, PUBLISH, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

describe('restore-post', () => {
  it.each(['draft', 'scheduled', 'published', 'failed'] as const)(
    'makes a draft of a trashed post that was %s',
    async (state, { put, run, stored, emitted }) => {
      const post = put(state, { trashedAt: NOW, timezone: 'Asia/Tokyo', due: null });
      const { status, body } = await run('restore-post', post);

      expect([status, body]).toEqual([
        200,
        { success: true, status: 0, scheduled_at: '2026-06-02T13:00:00.000Z' },
      ]);
      expect(stored(post)).toMatchObject({ status: 'draft', trashedAt: null, due: null });
      expect(emitted()).toEqual([]);
    },
  );

  it.each(['draft', 'scheduled', 'publishing', 'published', 'failed'] as const)(
    'changes nothing in a post that is %s and not in the trash',
    async (state, { put, run, stored }) => {
      const post = put(state);
      const before = stored(post);

      expect((await run('restore-post', post, { json: {} })).status).toBe(200);
      expect(stored(post)).toEqual(before);
    },
  );

  it('returns 404 for an unknown resource', async ({ run }) => {
    expect((await run('restore-post', '01980000-0000-7000-8000-000000000001')).body.code).toBe(
      'post_not_found',
    );
  });

  it.each([
    [[PUBLISH], 403],
    [[WRITE], 200],
  ] as const)('returns to a key with %j: %i', async (permissions, expected, { api, put, run }) => {
    const key = api.grant(permissions);

    expect((await run('restore-post', put('trashed'), { key })).status).toBe(expected);
  });
});

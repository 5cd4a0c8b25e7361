import { describe, expect } from 'vitest';
import { POST_MACHINE } from '#shared/publishing/domain/post-state.ts';
import { it, PUBLISH, startScheduleApi, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

describe('duplicate-post', () => {
  it.each(POST_MACHINE.states)('makes a draft without a date of a post that is %s', async (state) => {
    const { put, run, stored, emitted, workspaceId } = await startScheduleApi();
    const original = put(state, { tags: [3] });
    const before = stored(original);
    const { status, headers, body } = await run('duplicate-post', original);
    const copy = String(body.data.id);

    expect(status).toBe(201);
    expect(headers['Location']).toBe(`https://api.example.com/os/api/${workspaceId}/posts/${copy}`);
    expect(body.data).toMatchObject({
      status: 0,
      accounts: [1],
      tags: [3],
      versions: [{ content: [{ body: 'Hello' }] }],
      date: null,
      time: null,
      scheduled_at: null,
      trashed: false,
      publications: [],
    });
    expect((await run('get-post', copy)).body.data).toEqual(body.data);
    expect([stored(original), emitted()]).toEqual([before, []]);
  });

  it('creates one copy for one Idempotency-Key', async ({ api, put, run }) => {
    const original = put('draft');
    const headers = { 'idempotency-key': 'once' };
    const first = await run('duplicate-post', original, { headers });

    expect((await run('duplicate-post', original, { headers })).text).toBe(first.text);
    expect(api.core.posts.size).toBe(2);
  });

  it('returns 404 for an unknown resource', async ({ run }) => {
    expect((await run('duplicate-post', '01980000-0000-7000-8000-000000000001')).status).toBe(404);
  });

  it.each([
    [[PUBLISH], 403],
    [[WRITE], 201],
  ] as const)('returns to a key with %j: %i', async (permissions, expected, { api, put, run }) => {
    const key = api.grant(permissions);

    expect((await run('duplicate-post', put('scheduled'), { key })).status).toBe(expected);
  });
});

import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, PUBLISH, startScheduleApi, WRITE } from '#test/support/fixtures/publishing/schedule-api.ts';

const TO_TRASH = { json: { trash: true } };

function deleted(id: string, toTrash: boolean) {
  const data = { ids: [id], deleted: !toTrash, to_trash: toTrash };
  return { event: 'publishing.post.deleted', data, matches: 1 };
}

describe('delete-post, happy', () => {
  it.each(['draft', 'scheduled', 'published', 'failed', 'trashed'] as const)(
    'permanently deletes a post that is %s, and emits the event',
    async (state, { put, run, stored, emitted }) => {
      const post = put(state);
      const { status, body } = await run('delete-post', post);

      expect([status, body]).toEqual([200, { deleted: true, to_trash: false }]);
      expect(stored(post)).toBeUndefined();
      expect(emitted()).toEqual([deleted(post, false)]);
      expect((await run('delete-post', post)).status).toBe(404);
    },
  );

  it.each([{ query: { trash: 'true' } }, TO_TRASH, { query: { trash: 'false' }, ...TO_TRASH }])(
    'moves it to the trash with %j, and removes its schedule',
    async (request, { put, run, stored, emitted }) => {
      const post = put('scheduled');
      const { status, body } = await run('delete-post', post, request);

      expect([status, body]).toEqual([200, { deleted: false, to_trash: true }]);
      expect(stored(post)).toMatchObject({ trashedAt: NOW, due: null, dueSeq: 2 });
      expect(emitted()).toEqual([deleted(post, true)]);
    },
  );

  it.each([{ query: { trash: 'false' } }, { json: {} }, { json: { trash: false, delete_mode: 'app_only' } }])(
    'permanently deletes it with %j',
    async (request, { put, run, stored }) => {
      const post = put('draft');
      await run('delete-post', post, request);

      expect(stored(post)).toBeUndefined();
    },
  );

  it('moves nothing to the trash twice, and emits the event once', async ({ put, run, stored, emitted }) => {
    const post = put('draft');
    await run('delete-post', post, TO_TRASH);
    const before = stored(post);

    expect((await run('delete-post', post, TO_TRASH)).body).toEqual({ deleted: false, to_trash: true });
    expect([stored(post), emitted().length]).toEqual([before, 1]);
  });

  it('emits one event for the trash and one for the permanent deletion', async ({ put, run, emitted }) => {
    const post = put('draft');
    await run('delete-post', post, TO_TRASH);
    await run('delete-post', post);

    expect(emitted()).toEqual([deleted(post, true), deleted(post, false)]);
  });
});

describe('delete-post, error', () => {
  it.each([{}, TO_TRASH])(
    'rejects a post that is being published, and tries nothing: %j',
    async (request, { api, put, run, stored, emitted }) => {
      api.trash.deletePosts = () => Promise.reject(new Error('tried'));
      const post = put('publishing');
      const before = stored(post);

      expect(await run('delete-post', post, request)).toMatchObject({
        status: 409,
        body: { code: 'post_publishing' },
        headers: { 'Retry-After': '30' },
      });
      expect([stored(post), emitted()]).toEqual([before, []]);
    },
  );

  it.each([
    [{ json: { delete_mode: 'everywhere' } }, { pointer: '#/delete_mode', code: 'invalid_format' }],
    [{ json: { trash: 'true' } }, { pointer: '#/trash', code: 'invalid_type' }],
    [{ json: { posts: [] } }, { pointer: '#/posts', code: 'unknown_field' }],
    [{ query: { trash: 'yes' } }, { parameter: 'trash', code: 'invalid_format' }],
    [{ query: { force: 'true' } }, { parameter: 'force', code: 'unknown_parameter' }],
  ])('rejects %j with 422', async (request, issue, { put, run, stored }) => {
    const post = put('draft');

    expect(await run('delete-post', post, request)).toMatchObject({
      status: 422,
      body: { errors: [issue] },
    });
    expect(stored(post)).toBeDefined();
  });

  it('returns 409 when it loses a race twice', async ({ api, put, run, emitted }) => {
    api.trash.deletePosts = () => Promise.reject(new ConcurrentUpdateError());

    expect((await run('delete-post', put('draft'))).body.code).toBe('concurrent_update');
    expect(emitted()).toEqual([]);
  });
});

describe('delete-post, security', () => {
  it.each([
    ['draft', [WRITE], 200],
    ['failed', [WRITE], 200],
    ['scheduled', [WRITE], 403],
    ['published', [WRITE], 403],
    ['scheduled', [WRITE, PUBLISH], 200],
    ['published', [WRITE, PUBLISH], 200],
    ['draft', [PUBLISH], 403],
    ['scheduled', [], 403],
  ] as const)('returns, for a post that is %s, with %j: %i', async (state, permissions, expected) => {
    const { api, put, run, stored } = await startScheduleApi();
    for (const request of [{}, TO_TRASH]) {
      const post = put(state);
      const response = await run('delete-post', post, { ...request, key: api.grant(permissions) });

      expect(response.status).toBe(expected);
      if (expected === 403) expect(response.body.missing_permissions).toHaveLength(1);
      if (expected === 403) expect(stored(post)?.trashedAt).toBeNull();
    }
  });

  it('requires the permission to publish also for a scheduled post in the trash', async () => {
    const { api, put, run } = await startScheduleApi();
    const post = put('scheduled', { trashedAt: NOW, due: null });

    expect((await run('delete-post', post, { key: api.grant([WRITE]) })).status).toBe(403);
  });

  it('returns 404 for a resource of another workspace', async ({ api, put, run, stored }) => {
    const other = await api.createOtherWorkspace();
    const post = put('draft', { workspaceId: other.workspaceId });

    expect((await run('delete-post', post)).body.code).toBe('post_not_found');
    expect(stored(post)).toBeDefined();
  });
});

import { describe, expect } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { it, anOriginal, aPostBody, startPostApi } from '#test/support/fixtures/publishing/post-api.ts';

const WRITE = 'publishing:posts:write';
const PUBLISH = 'publishing:posts:publish';

const UNTIMED = { accounts: [3], versions: [anOriginal()] };
const TIMED = aPostBody();

/** The missing permissions for each of the 16 cells; empty if the update succeeds. */
const MATRIX: readonly {
  readonly permissions: readonly Permission[];
  readonly state: 'draft' | 'scheduled';
  readonly isTimed: boolean;
  readonly missing: readonly Permission[];
}[] = [
  { permissions: [WRITE], state: 'draft', isTimed: false, missing: [] },
  { permissions: [WRITE], state: 'draft', isTimed: true, missing: [PUBLISH] },
  { permissions: [WRITE], state: 'scheduled', isTimed: false, missing: [PUBLISH] },
  { permissions: [WRITE], state: 'scheduled', isTimed: true, missing: [PUBLISH] },
  { permissions: [PUBLISH], state: 'draft', isTimed: false, missing: [WRITE] },
  { permissions: [PUBLISH], state: 'draft', isTimed: true, missing: [WRITE] },
  { permissions: [PUBLISH], state: 'scheduled', isTimed: false, missing: [WRITE] },
  { permissions: [PUBLISH], state: 'scheduled', isTimed: true, missing: [WRITE] },
  { permissions: [WRITE, PUBLISH], state: 'draft', isTimed: false, missing: [] },
  { permissions: [WRITE, PUBLISH], state: 'draft', isTimed: true, missing: [] },
  { permissions: [WRITE, PUBLISH], state: 'scheduled', isTimed: false, missing: [] },
  { permissions: [WRITE, PUBLISH], state: 'scheduled', isTimed: true, missing: [] },
  { permissions: [], state: 'draft', isTimed: false, missing: [WRITE] },
  { permissions: [], state: 'draft', isTimed: true, missing: [WRITE] },
  { permissions: [], state: 'scheduled', isTimed: false, missing: [WRITE] },
  { permissions: [], state: 'scheduled', isTimed: true, missing: [WRITE] },
];

describe('update-post, permissions', () => {
  it.each(MATRIX)(
    'with $permissions on a $state post, date and time sent: $isTimed: lacks $missing',
    async ({ permissions, state, isTimed, missing }) => {
      const { api, before, stored, update } = await startPostApi(state);
      const key = api.grant(permissions);
      const { status, body } = await update(isTimed ? TIMED : UNTIMED, { key });

      if (missing.length === 0) {
        expect(status).toBe(200);
        expect(stored().revision).toBe(2);
        return;
      }
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'permission_missing', missing_permissions: missing });
      expect(stored()).toEqual(before);
    },
  );

  it.each([
    ['only a date', { date: '2026-06-02' }],
    ['only a time', { time: '10:00' }],
    ['date and null', { date: '2026-06-02', time: null }],
  ])('does not require the permission to publish for %s', async (_, sent, { api, update }) => {
    const { status } = await update({ ...UNTIMED, ...sent }, { key: api.grant([WRITE]) });

    expect(status).toBe(200);
  });

  it.each(['published', 'failed'] as const)(
    'does not require the permission to publish for a %s post without a time',
    async (state) => {
      const { api, update } = await startPostApi(state);

      expect((await update(UNTIMED, { key: api.grant([WRITE]) })).status).toBe(200);
    },
  );
});

describe('update-post, order of checks', () => {
  const UNKNOWN = '01980000-0000-7000-8000-00000000ffff';

  it('reveals nothing about a post to a key without the permission', async ({ api, update }) => {
    const key = api.grant([PUBLISH]);

    expect(await update(TIMED, { key, params: { post: UNKNOWN } })).toMatchObject({ status: 403 });
  });

  it.each([
    ['that does not exist', UNKNOWN],
    ['with a malformed id', 'x'],
  ])('returns 404 for a post %s before it checks the body', async (_, post, { update }) => {
    expect(await update({}, { params: { post } })).toMatchObject({
      status: 404,
      body: { code: 'post_not_found' },
    });
  });

  it('returns 404 for a post of another workspace', async ({ api, put, update }) => {
    const foreign = put({ workspaceId: '01980000-0000-7000-8000-00000000aaaa' });
    const { status, body } = await update(TIMED, { params: { post: foreign.id } });
    const missing = await update(TIMED, { params: { post: UNKNOWN } });

    expect(status).toBe(404);
    expect({ ...body, request_id: '', instance: '' }).toEqual({
      ...missing.body,
      request_id: '',
      instance: '',
    });
    expect(api.core.posts.get(foreign.id)).toEqual(foreign);
  });

  it('finds a post by its id in upper case', async ({ before, update }) => {
    expect((await update(TIMED, { params: { post: before.id.toUpperCase() } })).status).toBe(200);
  });

  it('returns 403 for a scheduled post before it checks the body', async () => {
    const { api, run } = await startPostApi('scheduled');
    const key = api.grant([WRITE]);

    for (const request of [{ body: '{' }, { json: {} }, { json: { versions: [] } }]) {
      const headers = { 'content-type': 'application/json' };
      expect(await run('update-post', { key, headers, ...request })).toMatchObject({ status: 403 });
    }
  });

  it('checks the body before the permission for its date and time, and that before its references', async () => {
    const { api, update } = await startPostApi();
    const key = api.grant([WRITE]);

    expect(await update({ ...TIMED, versions: [] }, { key })).toMatchObject({ status: 422 });
    expect(await update({ ...TIMED, accounts: [99] }, { key })).toMatchObject({ status: 403 });
  });

  it.each([
    ['publishing', 'post_publishing'],
    ['trashed', 'post_in_trash'],
  ] as const)('checks the references of a body before the state of a %s post', async (state, code) => {
    const { before, stored, update } = await startPostApi(state);

    expect(await update({ ...TIMED, accounts: [99] })).toMatchObject({ status: 422 });
    expect(await update(TIMED)).toMatchObject({ status: 409, body: { code } });
    expect(stored()).toEqual(before);
  });

  it('returns Retry-After for a post that is being published', async () => {
    const { update } = await startPostApi('publishing', { date: '2020-01-01' });
    const { headers, status } = await update(aPostBody({ date: '2020-01-01' }));

    expect(status).toBe(409);
    expect(headers).toMatchObject({ 'Retry-After': '30' });
  });
});

import { describe, expect, it } from 'vitest';
import type { PostState } from '#shared/publishing/domain/post-state.ts';
import type { Post, PostVersion } from '#shared/publishing/domain/post.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { A_TEXT } from '#test/support/fixtures/publishing/post-states.ts';
import { startScheduleApi } from '#test/support/fixtures/publishing/schedule-api.ts';

const [ORIGINAL] = A_TEXT;

function withContent(content: PostVersion['content'][number], options: PostVersion['options'] = {}) {
  return { versions: [{ ...ORIGINAL, accountId: 0, isOriginal: true, content: [content], options }] };
}

const TEXT = { body: 'Hello', url: null, media: [] };

/** A post that cannot be published, and the code of the reason. */
const UNREADY: readonly (readonly [code: string, Partial<Post>])[] = [
  ['content_empty', withContent({ ...TEXT, body: ' ' })],
  ['media_not_found', withContent({ ...TEXT, media: [99] })],
  ['media_not_uploaded', withContent({ ...TEXT, media: [1] })],
  ['account_not_connected', { accounts: [2] }],
  ['network_limit_exceeded', { accounts: [3], ...withContent({ ...TEXT, body: 'x'.repeat(501) }) }],
  ['options_invalid', withContent(TEXT, { sandbox: { fail: 'sometimes' } })],
];

const NOBODY = ['accounts_required', { accounts: [] }] as const;
const PAST = ['schedule_in_past', { date: '2026-05-01' }] as const;

async function start() {
  const fixture = await startScheduleApi();
  const { api, workspaceId, putAccount } = fixture;
  putAccount({ id: 2, status: 'disabled' });
  putAccount({ id: 3, provider: 'mastodon' });
  api.core.media.set(withinWorkspace(workspaceId, '1'), aMedia({ id: 1, workspaceId, state: 'pending' }));
  return fixture;
}

describe.each<
  [name: 'queue-post' | 'submit-post' | 'approve-post' | 'retry-post', PostState, typeof UNREADY]
>([
  ['queue-post', 'draft', [...UNREADY, NOBODY]],
  ['submit-post', 'draft', [...UNREADY, NOBODY]],
  ['approve-post', 'needs_approval', [...UNREADY, NOBODY, PAST]],
  ['retry-post', 'failed', UNREADY],
])('%s', (name, state, rows) => {
  it.each(rows)('rejects a post with %s, and changes nothing', async (code, overrides) => {
    const { put, run, stored } = await start();
    const post = put(state, overrides);
    const before = stored(post);
    const [account = 1] = overrides.accounts ?? [1];
    if (before && state === 'failed') Object.assign(before, { retryAccounts: [account] });
    const { status, body } = await run(name, post, { params: { account: String(account) } });

    expect([status, body.errors.map((each: { code: string }) => each.code)]).toEqual([422, [code]]);
    expect(stored(post)).toEqual(before);
  });
});

describe('create-post that schedules', () => {
  it.each(UNREADY.filter(([code]) => code !== 'media_not_found'))(
    'rejects a post with %s',
    async (code, post) => {
      const { run, api } = await start();
      const versions = (post.versions ?? A_TEXT).map(({ accountId, isOriginal, content, options }) => ({
        account_id: accountId,
        is_original: isOriginal,
        content,
        options,
      }));
      const json = { accounts: post.accounts ?? [1], versions, schedule_now: true };
      const { status, body } = await run('create-post', null, { json });

      expect([status, body.errors.map((each: { code: string }) => each.code)]).toEqual([422, [code]]);
      expect(api.core.posts.size).toBe(0);
    },
  );
});

describe.each(['approve-post', 'return-post', 'retry-post'] as const)('%s', (name) => {
  it.each([
    ['publishing', 'post_publishing'],
    ['trashed', 'post_in_trash'],
    ['published', 'post_already_published'],
  ] as const)('rejects a %s post', async (state, code) => {
    const { put, run } = await start();
    const { status, body } = await run(name, put(state), { params: { account: '1' } });

    expect([status, body.code]).toEqual([409, code]);
  });
});

describe('approve-post', () => {
  it('changes nothing without a free slot', async () => {
    const { put, run, stored } = await start();
    await run('update-posting-queue', null, { json: { slots: [] } });
    const post = put('needs_approval');
    const { status, body } = await run('approve-post', post, { json: { queue: true } });

    expect([status, body.code]).toEqual([409, 'slot_unavailable']);
    expect(stored(post)?.status).toBe('needs_approval');
  });
});

import { describe, expect } from 'vitest';
import type { PostState } from '#shared/publishing/domain/post-state.ts';
import type { Publication } from '#shared/publishing/domain/post.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  ACCOUNTS,
  anOriginal,
  aPostBody,
  FILES,
  startPostApi,
} from '#test/support/fixtures/publishing/post-api.ts';

describe('get-post', () => {
  it('returns the created post, and the result of an update', async ({ run, update }) => {
    const created = await run('create-post', { json: aPostBody() });
    const params = { post: String(created.body.data.id) };
    expect((await run('get-post', { params })).body).toEqual(created.body);

    await update(aPostBody({ tags: [2], time: null }), { params });
    expect((await run('get-post', { params })).body.data).toEqual({
      ...created.body.data,
      revision: '2',
      tags: [2],
      time: null,
      scheduled_at: null,
      schedule_complete: false,
    });
  });

  it('returns fields that an update accepts unchanged, one by one', async () => {
    const { run, stored, update } = await startPostApi('scheduled', { tags: [1, 2] });
    const before = stored();
    const { accounts, tags, date, time, versions } = (await run('get-post')).body.data;

    expect((await update({ accounts, tags, date, time, versions })).status).toBe(200);
    expect(stored()).toEqual({ ...before, revision: 2, updatedAt: secondsAfterNow(60) });
  });

  it.each([
    ['draft', { status: 0, status_name: 'draft', publishing: false, trashed: false }],
    ['scheduled', { status: 1, status_name: 'scheduled', publishing: false, trashed: false }],
    ['publishing', { status: 1, status_name: 'scheduled', publishing: true, trashed: false }],
    ['published', { status: 2, status_name: 'published', published_at: NOW.toISOString() }],
    ['failed', { status: 3, status_name: 'failed', published_at: null }],
    ['trashed', { status: 0, status_name: 'draft', trashed: true }],
  ] satisfies [PostState, object][])('returns a %s post', async (state, shown) => {
    const { run } = await startPostApi(state);
    const { status, body } = await run('get-post');

    expect(status).toBe(200);
    expect(body.data).toMatchObject(shown);
  });

  it('returns the outcome of each account in each run, newest first', async () => {
    const { api, before, run, workspaceId } = await startPostApi('published');
    const publication: Publication = {
      postId: before.id,
      workspaceId,
      run: 1,
      accountId: 3,
      provider: 'sandbox',
      state: 'failed',
      attempts: 2,
      lastAttemptAt: secondsAfterNow(1),
      nextAttemptAt: null,
      uncounted: 0,
      unknownSince: null,
      digests: [],
      keyRun: { number: 1, startedAt: NOW },
      remote: [],
      error: { code: 'rate_limited', detail: 'Too many posts.' },
      createdAt: NOW,
      finishedAt: secondsAfterNow(2),
    };
    await api.putPublication(publication);
    const remote = [{ id: 'a', url: 'https://sandbox.example/a' }];
    await api.putPublication({ ...publication, run: 2, state: 'published', remote, error: null });

    const shared = {
      account_id: 3,
      provider: 'sandbox',
      attempts: 2,
      created_at: NOW.toISOString(),
      last_attempt_at: secondsAfterNow(1).toISOString(),
      next_attempt_at: null,
      finished_at: secondsAfterNow(2).toISOString(),
      removal: null,
    };
    expect((await run('get-post')).body.data.publications).toEqual([
      { ...shared, run: 2, state: 'published', remote, error: null },
      {
        ...shared,
        run: 1,
        state: 'failed',
        remote: [],
        error: { code: 'rate_limited', detail: 'Too many posts.' },
      },
    ]);
  });

  describe('warnings', () => {
    const FAULTY = {
      accounts: [ACCOUNTS.mastodon, ACCOUNTS.disabled, 99],
      keptInstant: true,
      versions: [
        {
          accountId: 0,
          isOriginal: true,
          content: [{ body: 'x'.repeat(501), url: null, media: [FILES.video, 1, 96] }],
          options: {},
        },
      ],
    };

    it.each(['draft', 'scheduled', 'failed'] as const)(
      'for a %s post report everything that prevents publishing',
      async (state) => {
        const { run } = await startPostApi(state, { ...FAULTY, retryAccounts: null });
        const { warnings } = (await run('get-post')).body.data;

        expect(
          warnings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
        ).toEqual([
          ['#/date', 'kept_instant'],
          ['#/accounts/1', 'account_not_connected'],
          ['#/accounts/2', 'account_not_connected'],
          ['#/versions/0/content/0/media/2', 'media_not_found'],
          ['#/versions/0/content/0/body', 'network_limit_exceeded'],
          ['#/versions/0/content/0/media', 'network_limit_exceeded'],
        ]);
      },
    );

    it.each(['published', 'trashed'] as const)('are omitted for a %s post', async (state) => {
      const { run } = await startPostApi(state, FAULTY);

      expect((await run('get-post')).body.data.warnings).toEqual([]);
    });
  });

  it('returns no options that an original cannot have', async ({ run }) => {
    const { body } = await run('create-post', { json: { versions: [anOriginal()] } });

    expect(body.data.versions[0].options).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  ACCOUNTS,
  anOriginal,
  aPostBody,
  aVersion,
  FILES,
  issuesIn,
  startPostApi,
} from '#test/support/fixtures/publishing/post-api.ts';
import { DATED } from '#test/support/fixtures/publishing/post-states.ts';

const { bluesky, mastodon, sandbox } = ACCOUNTS;

/** Bodies that leave a post without accounts, or without date and time. */
const LEFT_WITHOUT = [
  ['accounts', { accounts: [] }],
  ['accounts, by omitting them', { accounts: undefined }],
  ['a date', { date: null }],
  ['a time', { time: null }],
  ['date and time, by omitting them', { date: undefined, time: undefined }],
] as const;

describe('update-post, back to draft', () => {
  describe.each(['scheduled', 'published', 'failed'] as const)('a %s post', (state) => {
    it.each(LEFT_WITHOUT)('becomes a draft when sent without %s', async (_, sent) => {
      const { stored, update } = await startPostApi(state);
      const { status } = await update(aPostBody(sent));

      expect(status).toBe(200);
      expect(stored()).toMatchObject({ status: 'draft', due: null, retryAccounts: null });
    });
  });

  it('keeps a draft a draft, also with accounts, date and time', async () => {
    const { stored, update } = await startPostApi();
    await update(aPostBody());

    expect(stored()).toMatchObject({ status: 'draft', due: null, dueSeq: 0 });
  });

  it('validates no schedule for a post that becomes a draft', async () => {
    const { stored, update } = await startPostApi('scheduled');
    const content = [{}, { body: 'x'.repeat(501) }];
    const { status } = await update(
      aPostBody({ accounts: [mastodon, 4], time: null, versions: [anOriginal(content)] }),
    );

    expect(status).toBe(200);
    expect(stored().status).toBe('draft');
  });

  it('keeps the history: a published post that becomes a draft keeps its time of publication', async () => {
    const { stored, update } = await startPostApi('published');
    await update({ versions: [anOriginal()] });

    expect(stored()).toMatchObject({ status: 'draft', publishedAt: NOW, runs: 1 });
  });
});

describe('update-post, published and failed', () => {
  it.each(['published', 'failed'] as const)(
    'keeps a %s post %s with accounts, date and time',
    async (state) => {
      const { stored, update } = await startPostApi(state);
      const { status } = await update(aPostBody({ date: '2020-01-01', versions: [anOriginal([{}])] }));

      expect(status).toBe(200);
      expect(stored()).toMatchObject({ status: state, date: '2020-01-01', due: null });
    },
  );

  it('limits a retry to the failed accounts that remain and to new ones', async () => {
    const { stored, update } = await startPostApi('failed', { accounts: [1, 2, 3], retryAccounts: [1, 2] });
    await update(aPostBody({ accounts: [4, 3, 2] }));

    expect(stored().retryAccounts).toEqual([4, 2]);
  });

  it('keeps a scheduled retry a retry', async () => {
    const { stored, update } = await startPostApi('scheduled', { accounts: [1, 3], retryAccounts: [1] });
    await update(aPostBody({ accounts: [1, 3] }));

    expect(stored()).toMatchObject({ status: 'scheduled', retryAccounts: [1] });
  });

  it('validates nothing for accounts that a scheduled retry skips', async () => {
    const { update } = await startPostApi('scheduled', { accounts: [4, 1], retryAccounts: [1] });

    expect((await update(aPostBody({ accounts: [4, 1] }))).status).toBe(200);
  });
});

describe('update-post, plan of a scheduled post', () => {
  it('is kept when only the content changes, and the post is exactly the new body', async () => {
    const { before, stored, update } = await startPostApi('scheduled', { tags: [2] });
    await update(aPostBody({ tags: [], versions: [anOriginal([{ body: 'New' }])] }));

    expect(stored()).toEqual({
      ...before,
      tags: [],
      versions: [
        { accountId: 0, isOriginal: true, content: [{ body: 'New', url: null, media: [] }], options: {} },
      ],
      revision: 2,
      updatedAt: secondsAfterNow(60),
    });
    expect(stored().due).toEqual({ at: DATED, seq: 1, timer: true });
  });

  it('moves under a new seq when the time changes', async () => {
    const { stored, update } = await startPostApi('scheduled');
    await update(aPostBody({ time: '15:01' }));

    const at = new Date(DATED.getTime() + 60_000);
    expect(stored()).toMatchObject({
      status: 'scheduled',
      scheduledAt: at,
      due: { at, seq: 2, timer: true },
      dueSeq: 2,
    });
  });

  it('is cancelled under a new seq when it becomes a draft', async () => {
    const { stored, update } = await startPostApi('scheduled');
    await update({ versions: [anOriginal()] });

    expect(stored()).toMatchObject({ due: null, dueSeq: 2 });
  });

  it('moves when the time zone of the workspace has changed since then', async () => {
    const { api, stored, update, workspaceId } = await startPostApi('scheduled');
    const workspace = api.core.workspaces.get(workspaceId);
    if (workspace) api.core.workspaces.set(workspaceId, { ...workspace, timezone: 'America/New_York' });
    await update(aPostBody());

    const at = new Date('2026-06-02T19:00:00Z');
    expect(stored()).toMatchObject({ timezone: 'America/New_York', scheduledAt: at, due: { at, seq: 2 } });
  });

  const KEPT = {
    keptInstant: true,
    timezone: 'Pacific/Auckland',
    scheduledAt: secondsAfterNow(600),
  } as const;

  it('keeps an instant that survived a change of the time zone until another time is set', async () => {
    const { stored, update } = await startPostApi('scheduled', {
      ...KEPT,
      date: '2026-06-01',
      time: '09:00',
    });
    const { status } = await update(aPostBody({ date: '2026-06-01', time: '09:00', tags: [] }));

    expect(status).toBe(200);
    expect(stored()).toMatchObject({
      ...KEPT,
      status: 'scheduled',
      tags: [],
      due: { at: secondsAfterNow(600), seq: 1 },
    });
  });

  it('gives up that instant for another time', async () => {
    const { stored, update } = await startPostApi('scheduled', {
      ...KEPT,
      date: '2026-06-01',
      time: '09:00',
    });
    await update(aPostBody());

    expect(stored()).toMatchObject({ keptInstant: false, timezone: 'Europe/Berlin', scheduledAt: DATED });
  });

  it('gives up that instant for no time', async () => {
    const { stored, update } = await startPostApi('scheduled', {
      ...KEPT,
      date: '2026-06-01',
      time: '09:00',
    });
    await update({ date: '2026-06-01', versions: [anOriginal()] });

    expect(stored()).toMatchObject({ keptInstant: false, scheduledAt: null });
  });
});

describe('update-post, conditions of a post that stays scheduled', () => {
  it.each([
    ['a past time', { date: '2026-06-01', time: '13:59' }, { '#/date': 'schedule_in_past' }],
    ['no content', { versions: [anOriginal([{}])] }, { '#/versions/0/content/0': 'content_empty' }],
    [
      'white space as content, in the second post of a thread',
      { versions: [anOriginal([{ body: 'x' }, { body: ' \n' }])] },
      { '#/versions/0/content/1': 'content_empty' },
    ],
    [
      'an account whose authorisation has expired',
      { accounts: [sandbox, 4] },
      { '#/accounts/1': 'account_not_connected' },
    ],
    [
      'a disabled account, listed twice',
      { accounts: [3, 3, 5] },
      { '#/accounts/2': 'account_not_connected' },
    ],
    [
      'a file that was never uploaded',
      { versions: [anOriginal([{ media: [1, FILES.pending] }])] },
      { '#/versions/0/content/0/media/1': 'media_not_uploaded' },
    ],
    [
      'a text too long for Mastodon',
      { accounts: [mastodon], versions: [anOriginal([{ body: 'x'.repeat(501) }])] },
      { '#/versions/0/content/0/body': 'network_limit_exceeded' },
    ],
    [
      'an image and a video for Bluesky in its own version',
      {
        accounts: [sandbox, bluesky],
        versions: [anOriginal(), aVersion(bluesky, [{ media: [FILES.images[0], FILES.video] }])],
      },
      { '#/versions/1/content/0/media': 'network_limit_exceeded' },
    ],
  ])('reject %s and change nothing', async (_, sent, entries) => {
    const { before, stored, update } = await startPostApi('scheduled');
    const response = await update(aPostBody(sent));

    expect(response.status).toBe(422);
    expect(issuesIn(response)).toEqual(Object.entries(entries));
    expect(response.body['code']).toBe(Object.values(entries)[0]);
    expect(stored()).toEqual(before);
  });

  it('report a limit of a network with the network and the limit', async () => {
    const { update } = await startPostApi('scheduled');
    const { body } = await update(
      aPostBody({ accounts: [mastodon], versions: [anOriginal([{ body: 'x'.repeat(501) }])] }),
    );

    expect(body).toMatchObject({
      provider: 'mastodon',
      limit: 500,
      errors: [{ provider: 'mastodon', limit: 500 }],
    });
  });

  it('report everything at once, and an unknown account only as unknown', async () => {
    const { update } = await startPostApi('scheduled');
    const response = await update(
      aPostBody({ accounts: [99, 4], date: '2026-01-01', versions: [anOriginal([{ media: [97] }, {}])] }),
    );

    expect(issuesIn(response)).toEqual([
      ['#/accounts/0', 'account_not_found'],
      ['#/versions/0/content/0/media/0', 'media_not_found'],
      ['#/date', 'schedule_in_past'],
      ['#/accounts/1', 'account_not_connected'],
      ['#/versions/0/content/1', 'content_empty'],
    ]);
  });

  // It is 12:01 UTC, 14:01 in Berlin.
  it.each([
    ['this minute', '14:01', 200],
    ['the last minute, within a minute of grace', '14:00', 200],
    ['the minute before', '13:59', 422],
  ])('allow one minute of grace: %s, %s', async (_, time, expected) => {
    const { update } = await startPostApi('scheduled');

    expect((await update(aPostBody({ date: '2026-06-01', time }))).status).toBe(expected);
  });

  it('do not apply to a draft, a published or a failed post', async () => {
    for (const state of ['draft', 'published', 'failed'] as const) {
      const { update } = await startPostApi(state);
      const sent = { accounts: [4], date: '2020-01-01', versions: [anOriginal([{}])] };
      expect((await update(aPostBody(sent))).status).toBe(200);
    }
  });
});

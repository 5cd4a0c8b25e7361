import { describe, expect } from 'vitest';
import {
  ACCOUNTS,
  anOriginal,
  aPostBody,
  aVersion,
  FILES,
  issuesIn,
  it,
} from '#test/support/fixtures/publishing/post-api.ts';

const { bluesky, mastodon, sandbox } = ACCOUNTS;

describe('preview-post', () => {
  it('shows the text with its link, counted as each network counts it, and saves nothing', async ({
    run,
    api,
  }) => {
    const url = `https://example.com/${'x'.repeat(100)}`;
    const versions = [
      anOriginal([{ body: 'Open 👨‍👩‍👧', url }, { body: 'Second' }]),
      aVersion(bluesky, [{ body: 'For you', media: [1] }]),
    ];
    const before = api.core.posts.size;
    const { status, body } = await run('preview-post', {
      json: aPostBody({ accounts: [mastodon, bluesky, sandbox], versions }),
    });

    expect(status).toBe(200);
    const text = `Open 👨‍👩‍👧\n\n${url}`;
    expect(body.data.accounts).toEqual([
      {
        account_id: mastodon,
        provider: 'mastodon',
        version: 0,
        posts: [
          { title: null, text, characters: 6 + 2 + 23, limit: 500, media: [] },
          { title: null, text: 'Second', characters: 6, limit: 500, media: [] },
        ],
      },
      {
        account_id: bluesky,
        provider: 'bluesky',
        version: 1,
        posts: [{ title: null, text: 'For you', characters: 7, limit: 300, media: [1] }],
      },
      {
        account_id: sandbox,
        provider: 'sandbox',
        version: 0,
        posts: [
          { title: null, text, characters: 6 + 2 + url.length, limit: null, media: [] },
          { title: null, text: 'Second', characters: 6, limit: null, media: [] },
        ],
      },
    ]);
    expect(body.data.warnings).toEqual([]);
    expect(api.core.posts.size).toBe(before);
  });

  it('counts the content warning of Mastodon', async ({ run }) => {
    const options = { mastodon: { spoiler_text: 'Lamps' } };
    const versions = [anOriginal([{ body: 'Text' }], { options })];
    const { body } = await run('preview-post', { json: aPostBody({ accounts: [mastodon], versions }) });

    expect(body.data.accounts[0].posts[0].characters).toBe(9);
  });

  it('warns of everything that scheduling would return', async ({ run }) => {
    const sent = {
      accounts: [bluesky, ACCOUNTS.disabled],
      date: '2026-01-01',
      time: '10:00',
      versions: [anOriginal([{ body: 'x'.repeat(301), media: [FILES.pending] }])],
    };
    const { body } = await run('preview-post', { json: sent });
    await run('update-post', { json: sent });
    const scheduled = issuesIn(await run('schedule-post'));

    const warnings: { pointer: string; code: string }[] = body.data.warnings;
    expect(new Set(warnings.map(({ pointer, code }) => `${pointer} ${code}`))).toEqual(
      new Set(scheduled.map((each) => each.join(' '))),
    );
    expect(body.data.warnings_total).toBe(scheduled.length);
    expect(scheduled.map(([, code]) => code).toSorted()).toEqual([
      'account_not_connected',
      'media_not_uploaded',
      'network_limit_exceeded',
      'schedule_in_past',
    ]);
  });

  it('warns of a post without accounts and time', async ({ run }) => {
    const { body } = await run('preview-post', { json: { versions: [anOriginal([{}])] } });

    expect(body.data.accounts).toEqual([]);
    expect(body.data.warnings.map(({ code }: { code: string }) => code)).toEqual([
      'schedule_incomplete',
      'schedule_incomplete',
      'accounts_required',
      'content_empty',
    ]);
  });

  it('rejects references that do not exist, as an update does', async ({ run, update }) => {
    const json = aPostBody({ accounts: [99], tags: [98], versions: [anOriginal([{ media: [97] }])] });

    expect(issuesIn(await run('preview-post', { json }))).toEqual(issuesIn(await update(json)));
  });

  it('needs the permission to write, but not to publish', async ({ run, api }) => {
    const writer = api.grant(['publishing:posts:write']);
    const reader = api.grant(['publishing:posts:read']);

    expect((await run('preview-post', { key: writer, json: aPostBody() })).status).toBe(200);
    expect((await run('preview-post', { key: reader, json: aPostBody() })).body.code).toBe(
      'permission_missing',
    );
  });

  it.each([
    ['#/versions/0/content/0/body', 'invalid_characters', [{ body: 'a\u0000b' }]],
    ['#/versions/0/content/0/body', 'too_long', [{ body: 'x'.repeat(65_536) }]],
    ['#/versions/0/content', 'too_few_items', []],
    ['#/versions/0/content', 'too_many_items', Array.from({ length: 26 }, () => ({ body: 'x' }))],
    ['#/versions/0/content/0/media/0', 'out_of_range', [{ media: [0] }]],
  ])('names %s with %s, as an update does', async (pointer, code, content, { run }) => {
    const response = await run('preview-post', { json: { versions: [anOriginal(content)] } });

    expect(issuesIn(response)).toEqual([[pointer, code]]);
  });
});

import { describe, expect } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  ACCOUNTS,
  anOriginal,
  aPostBody,
  aVersion,
  FILES,
  startPostApi,
} from '#test/support/fixtures/publishing/post-api.ts';

const { bluesky, mastodon } = ACCOUNTS;

const MANY = Array.from({ length: 49 }, (_, index) => index + 1);
const MAX_VERSIONS = { accounts: MANY, versions: [anOriginal(), ...MANY.map((id) => aVersion(id))] };

describe('update-post, response', () => {
  it('is {"success": true} and nothing else', async ({ update }) => {
    const { status, headers, text } = await update(aPostBody());

    expect(status).toBe(200);
    expect(text).toBe('{"success":true}');
    expect(headers).toMatchObject({ 'Cache-Control': 'private, no-store', ETag: '"2"' });
  });

  it('is the same whether the post changes or not', async ({ update, stored }) => {
    await update(aPostBody());
    const { text } = await update(aPostBody());

    expect(text).toBe('{"success":true}');
    expect(stored().revision).toBe(3);
  });
});

describe('update-post, with If-Match', () => {
  it('updates the post at the revision that was read, and returns the next one', async ({ update, run }) => {
    const read = (await run('get-post')).body.data.revision;
    const { status, headers } = await update(aPostBody(), { headers: { 'if-match': `"${read}"` } });

    expect([status, headers['ETag']]).toEqual([200, '"2"']);
    expect((await run('get-post')).body.data.revision).toBe('2');
  });

  it('returns 412 with the current revision and changes nothing if the post has changed', async ({
    update,
    stored,
  }) => {
    await update(aPostBody());
    const { status, headers, body } = await update(aPostBody({ tags: [] }), {
      headers: { 'if-match': '"1"' },
    });

    expect([status, body.code, headers['ETag']]).toEqual([412, 'revision_mismatch', '"2"']);
    expect(stored().tags).toEqual([1]);
  });
});

describe('update-post, replacement', () => {
  it('stores the whole body: accounts, tags, date, time and versions', async () => {
    const { update, stored, before } = await startPostApi('draft', { tags: [2] });
    const { status } = await update({
      accounts: [mastodon, bluesky],
      tags: [1, 2],
      date: '2027-02-28',
      time: '23:59',
      versions: [
        anOriginal(
          [
            { body: 'One\n\tTwo ', url: ' https://example.com/a?b=c#d ', media: [1, 2] },
            { body: null, url: null, media: [] },
            {},
          ],
          { options: { youtube: { title: 'T', list: [1, { a: null }] }, anything: {} } },
        ),
        aVersion(bluesky, [{ body: '', url: '', media: [FILES.video] }]),
      ],
    });

    expect(status).toBe(200);
    expect(stored()).toEqual({
      ...before,
      accounts: [mastodon, bluesky],
      tags: [1, 2],
      date: '2027-02-28',
      time: '23:59',
      versions: [
        {
          accountId: 0,
          isOriginal: true,
          content: [
            { body: 'One\n\tTwo ', url: 'https://example.com/a?b=c#d', media: [1, 2] },
            { body: null, url: null, media: [] },
            { body: null, url: null, media: [] },
          ],
          options: { youtube: { title: 'T', list: [1, { a: null }] }, anything: {} },
        },
        {
          accountId: bluesky,
          isOriginal: false,
          content: [{ body: '', url: null, media: [FILES.video] }],
          options: {},
        },
      ],
      timezone: 'Europe/Berlin',
      scheduledAt: new Date('2027-02-28T22:59:00Z'),
      revision: 2,
      updatedAt: secondsAfterNow(60),
    });
  });

  it('empties omitted fields', async () => {
    const { update, stored } = await startPostApi('draft', { tags: [1, 2] });
    await update({ versions: [anOriginal()] });

    expect(stored()).toMatchObject({ accounts: [], tags: [], date: null, time: null, scheduledAt: null });
  });

  it('accepts null for no date and no time, and empty lists', async () => {
    const { update, stored } = await startPostApi('draft', { tags: [1] });
    await update({ accounts: [], tags: [], date: null, time: null, versions: [anOriginal()] });

    expect(stored()).toMatchObject({ accounts: [], tags: [], date: null, time: null, scheduledAt: null });
  });

  it('accepts what it returned, including a tag deleted since then, but no other unknown tag', async () => {
    const { run, update, stored } = await startPostApi('draft', { tags: [1, 98] });
    const { accounts, tags, date, time, versions } = (await run('get-post')).body.data;
    const read = { accounts, tags, date, time, versions };

    expect((await update(read)).status).toBe(200);
    expect(stored().tags).toEqual([1, 98]);
    expect((await update({ ...read, tags: [98, 97] })).body.errors).toMatchObject([
      { pointer: '#/tags/1', code: 'tag_not_found' },
    ]);
    // Once removed from the post it cannot be added again.
    expect((await update({ ...read, tags: [1] })).status).toBe(200);
    expect((await update(read)).body.errors).toMatchObject([{ pointer: '#/tags/1', code: 'tag_not_found' }]);
  });

  it('counts repeated accounts and tags once, in the order of the first mention', async () => {
    const { update, stored } = await startPostApi();
    await update({ accounts: [3, 1, 3, 2, 1], tags: [2, 1, 2], versions: [anOriginal()] });

    expect(stored()).toMatchObject({ accounts: [3, 1, 2], tags: [2, 1] });
  });

  it.each([
    ['date', { date: '2026-06-02' }],
    ['time', { time: '10:00' }],
  ])('stores a %s alone, which is not a schedule', async (_, sent, { update, stored }) => {
    const { status } = await update({ versions: [anOriginal()], ...sent });

    expect(status).toBe(200);
    expect(stored()).toMatchObject({ date: null, time: null, ...sent, scheduledAt: null });
  });

  it.each([
    ['the first day', '1970-01-01', '00:00'],
    ['the last day', '2100-12-31', '23:59'],
    ['29 February of a leap year', '2028-02-29', '12:00'],
    ['a past day, which a draft may have', '2020-01-01', '09:05'],
  ])('accepts %s', async (_, date, time, { update, stored }) => {
    expect((await update(aPostBody({ date, time }))).status).toBe(200);
    expect(stored()).toMatchObject({ date, time });
  });

  it.each([
    ['in winter', '2027-01-15', '09:30', '2027-01-15T08:30:00.000Z'],
    ['in summer', '2027-07-15', '09:30', '2027-07-15T07:30:00.000Z'],
    ['in the hour that spring skips', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
    ['in the hour that autumn repeats', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
  ])('interprets the time in the time zone of the workspace, %s', async (_, date, time, instant) => {
    const { update, stored } = await startPostApi();
    await update(aPostBody({ date, time }));

    expect(stored().scheduledAt?.toISOString()).toBe(instant);
  });

  it.each([
    ['100 accounts', { accounts: Array.from({ length: 100 }, (_, index) => index + 1) }],
    ['50 versions', MAX_VERSIONS],
    ['25 content items', { versions: [anOriginal(Array.from({ length: 25 }, () => ({ body: 'x' })))] }],
    ['20 media', { versions: [anOriginal([{ media: Array.from({ length: 20 }, () => 1) }])] }],
    ['65,535 characters', { versions: [anOriginal([{ body: 'é'.repeat(65_535) }])] }],
    [
      'options of 16 KiB',
      {
        versions: [
          anOriginal([{}], { options: { a: { b: 'x'.repeat(16 * 1024 - '{"a":{"b":""}}'.length) } } }),
        ],
      },
    ],
    ['a URL of 2,048 characters', { versions: [anOriginal([{ url: `https://e.co/${'a'.repeat(2035)}` }])] }],
  ])('accepts %s, at the maximum', async (_, sent, { connect, update }) => {
    for (let id = 6; id <= 100; id += 1) connect(id, {});

    expect(await update({ versions: [anOriginal()], ...sent })).toMatchObject({ status: 200 });
  });

  it('accepts accounts that are not connected, empty content and texts too long for a network in a draft', async () => {
    const { update } = await startPostApi();
    const accounts = [mastodon, ACCOUNTS.expired, ACCOUNTS.disabled];
    const { status } = await update({
      accounts,
      versions: [anOriginal([{}, { body: 'x'.repeat(501) }, { media: [FILES.pending] }])],
    });

    expect(status).toBe(200);
  });

  it('keeps options under every name that JSON allows', async ({ stored, update }) => {
    const options = '{"__proto__":{"constructor":{"x":1}},"":{"":[1e+300,-0.5,{"deep":[[[]]]}]}}';
    await update(undefined, {
      body: `{"versions":[{"account_id":0,"is_original":true,"content":[{}],"options":${options}}]}`,
      headers: { 'content-type': 'application/json' },
    });

    expect(JSON.stringify(stored().versions[0]?.options)).toBe(options);
  });

  it('emits no event', async () => {
    const { api, update } = await startPostApi('scheduled');
    await update(aPostBody());
    await update({ versions: [anOriginal()] });

    expect(api.core.events.size).toBe(0);
  });
});

describe('update-post, reads', () => {
  it.each([
    ['nothing besides the post without references', { versions: [anOriginal()] }, []],
    [
      'accounts if only these are referenced',
      { accounts: [1, 2], versions: [anOriginal()] },
      ['accounts 1,2'],
    ],
    ['tags, each once', { tags: [1, 2, 1], versions: [anOriginal()] }, ['tags 1,2']],
    [
      'media of all versions together',
      { versions: [anOriginal([{ media: [1] }, { media: [2, 1] }])] },
      ['media 1,2'],
    ],
    [
      'the time zone if there is a time',
      { date: '2027-01-01', time: '10:00', versions: [anOriginal()] },
      ['zone'],
    ],
    ['no time zone for a date alone', { date: '2027-01-01', versions: [anOriginal()] }, []],
    [
      'each kind once if all are referenced',
      aPostBody({ versions: [anOriginal([{ media: [1] }])] }),
      ['accounts 3', 'media 1', 'tags 1', 'zone'],
    ],
  ])('read %s', async (_, body, expected, { api, run }) => {
    const reads: string[] = [];
    for (const kind of ['accounts', 'tags', 'media'] as const) {
      const { findAll } = api[kind];
      Reflect.set(api[kind], 'findAll', (workspaceId: string, ids: readonly number[]) => {
        reads.push(`${kind} ${ids.join(',')}`);
        return Reflect.apply(findAll, api[kind], [workspaceId, ids]);
      });
    }
    const { find } = api.workspaces;
    Reflect.set(api.workspaces, 'find', (workspaceId: string) => {
      reads.push('zone');
      return find(workspaceId);
    });

    expect((await run('update-post', { json: body })).status).toBe(200);
    expect(reads.toSorted()).toEqual(expected);
  });
});

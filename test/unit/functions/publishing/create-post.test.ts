import { describe, expect, it } from 'vitest';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import {
  ACCOUNTS,
  anOriginal,
  aPostBody,
  aVersion,
  FILES,
  issuesIn,
  startPostApi,
} from '#test/support/fixtures/publishing/post-api.ts';

const WRITE = 'publishing:posts:write';
const PUBLISH = 'publishing:posts:publish';

async function setUp() {
  const fixture = await startPostApi();
  return {
    ...fixture,
    create: (json: unknown, request: Parameters<typeof fixture.run>[1] = {}) =>
      fixture.run('create-post', { json, ...request }),
  };
}

describe('create-post', () => {
  it('returns 201 with the whole post, as a draft whatever its time, and its location', async () => {
    const { api, create, stored, workspaceId } = await setUp();
    const { status, headers, body } = await create({
      accounts: [ACCOUNTS.sandbox, ACCOUNTS.mastodon, ACCOUNTS.sandbox],
      tags: [2],
      date: '2026-12-24',
      time: '18:00',
      versions: [
        anOriginal([{ body: 'Hello', url: '', media: [1] }], { options: { mastodon: { sensitive: true } } }),
        aVersion(ACCOUNTS.mastodon, [{}]),
      ],
    });
    const { id } = body.data;

    expect(status).toBe(201);
    expect(headers).toMatchObject({
      Location: `https://api.example.com/os/api/${workspaceId}/posts/${id}`,
      'Cache-Control': 'private, no-store',
    });
    expect(body).toEqual({
      data: {
        id,
        uuid: id,
        revision: '1',
        status: 0,
        status_name: 'draft',
        publishing: false,
        accounts: [ACCOUNTS.sandbox, ACCOUNTS.mastodon],
        tags: [2],
        versions: [
          {
            account_id: 0,
            is_original: true,
            content: [{ body: 'Hello', url: null, media: [1] }],
            options: { mastodon: { sensitive: true } },
          },
          {
            account_id: ACCOUNTS.mastodon,
            is_original: false,
            content: [{ body: null, url: null, media: [] }],
            options: {},
          },
        ],
        date: '2026-12-24',
        time: '18:00',
        timezone: 'Europe/Berlin',
        scheduled_at: '2026-12-24T17:00:00.000Z',
        schedule_complete: true,
        queued: false,
        approval: null,
        published_at: null,
        publications: [],
        trashed: false,
        warnings: [],
        warnings_total: 0,
        created_at: secondsAfterNow(60).toISOString(),
        updated_at: secondsAfterNow(60).toISOString(),
      },
    });
    expect(stored(id)).toMatchObject({ status: 'draft', due: null, dueSeq: 0, revision: 1 });
    expect(api.core.events.size).toBe(0);
  });

  it('accepts a text alone, and still returns the time zone', async () => {
    const { create } = await setUp();
    const { body } = await create({ versions: [anOriginal()] });

    expect(body.data).toMatchObject({
      accounts: [],
      tags: [],
      date: null,
      time: null,
      timezone: 'Europe/Berlin',
      scheduled_at: null,
      schedule_complete: false,
    });
  });

  it('returns warnings for what would prevent scheduling', async () => {
    const { create } = await setUp();
    const versions = [anOriginal([{ body: 'x'.repeat(501), media: [FILES.pending] }])];
    const { body } = await create({ accounts: [ACCOUNTS.mastodon, ACCOUNTS.expired], versions });

    expect(body.data.warnings).toEqual([
      { pointer: '#/accounts/1', code: 'account_not_connected', detail: expect.any(String) },
      { pointer: '#/versions/0/content/0/media/0', code: 'media_not_uploaded', detail: expect.any(String) },
      {
        pointer: '#/versions/0/content/0/body',
        code: 'network_limit_exceeded',
        detail: expect.any(String),
        provider: 'mastodon',
        limit: 500,
      },
    ]);
  });

  it('returns one warning for each file, at most 50 of them, and their number', async () => {
    const { api, create } = await setUp();
    const ids = Array.from({ length: 60 }, (_, n) => 100 + n);
    for (const id of ids) {
      const file = aMedia({ id, workspaceId: api.workspaceId, state: 'pending' });
      api.core.media.set(withinWorkspace(api.workspaceId, String(id)), file);
    }
    const items = [0, 20, 40].map((from) => ({ media: ids.slice(from, from + 20) }));
    const { body } = await create({ versions: [anOriginal([...items, ...items])] });

    expect(body.data.warnings).toHaveLength(50);
    expect(body.data.warnings_total).toBe(60);
  });

  it('rejects more than 200 different files before it reads one', async () => {
    const { api, create } = await setUp();
    let reads = 0;
    Object.assign(api.media, {
      async findAll() {
        reads += 1;
        return [];
      },
    });
    const items = Array.from({ length: 11 }, (_, item) => ({
      media: Array.from({ length: 20 }, (__, place) => 1 + item * 20 + place),
    }));
    const { status, body } = await create({ versions: [anOriginal(items)] });

    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'too_many_items', '#/versions']);
    expect(reads).toBe(0);
    expect((await create({ versions: [anOriginal(items.slice(0, 10))] })).body.code).toBe('media_not_found');
    expect(reads).toBe(1);
  });

  it.each([
    [[WRITE], {}, 201],
    [[WRITE], { date: '2026-12-24' }, 201],
    [[WRITE], { date: '2026-12-24', time: '18:00' }, 403],
    [[WRITE, PUBLISH], { date: '2026-12-24', time: '18:00' }, 201],
    [[PUBLISH], {}, 403],
    [[], {}, 403],
  ] as const)('with the permissions %j and the body %j returns %i', async (permissions, sent, status) => {
    const { api, create } = await setUp();
    const key = api.grant(permissions);

    expect((await create({ versions: [anOriginal()], ...sent }, { key })).status).toBe(status);
    expect(api.core.posts.size).toBe(status === 201 ? 2 : 1);
  });

  it('rejects what an update rejects, and stores nothing', async () => {
    const { api, create } = await setUp();
    const response = await create(
      aPostBody({ accounts: [99], tags: [98], versions: [anOriginal([{ media: [97] }])] }),
    );

    expect(response.status).toBe(422);
    expect(issuesIn(response)).toEqual([
      ['#/accounts/0', 'account_not_found'],
      ['#/tags/0', 'tag_not_found'],
      ['#/versions/0/content/0/media/0', 'media_not_found'],
    ]);
    expect(await create({ versions: [] })).toMatchObject({ status: 422, body: { code: 'too_few_items' } });
    expect(await create({ versions: [anOriginal()], status: 1 })).toMatchObject({
      status: 422,
      body: { code: 'field_not_updatable' },
    });
    expect(api.core.posts.size).toBe(1);
  });

  it('returns the same response again for one Idempotency-Key, and creates one post', async () => {
    const { api, create } = await setUp();
    const headers = { 'idempotency-key': 'a' };
    const first = await create(aPostBody(), { headers });
    api.clock.advance(60);
    const second = await create(aPostBody(), { headers });

    expect(second.text).toBe(first.text);
    expect(second.headers).toMatchObject({
      'Idempotent-Replayed': 'true',
      Location: first.headers['Location'],
    });
    expect(api.core.posts.size).toBe(2);
    expect((await create(aPostBody({ tags: [] }), { headers })).body.code).toBe('idempotency_key_reused');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

function anOriginal(body: string) {
  return { account_id: 0, is_original: true, content: [{ body, url: null, media: [] }], options: {} };
}

const SIZE = 2000;
const POSTS = '/os/api/{workspace}/posts';
const POST = '/os/api/{workspace}/posts/{post}';

describe('posts', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const tables = forAllTests(() => openRawTables(stack), 'close');
  let workspace: string;
  let account: number;

  beforeAll(async () => {
    workspace = stack.workspaceId;
    const body = { provider: 'sandbox', name: 'Rehearsals', credentials: {} } as const;
    const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
    account = expectStatus(connected, 201).body.data.id;
  });

  const within = () => ({ path: { workspace } });
  const of = (post: string) => ({ path: { workspace, post } });
  const read = async (post: string) => expectStatus(await api.GET(POST, { params: of(post) }), 200).body.data;

  it('are created, replaced, read and listed', async () => {
    const idea = { versions: [anOriginal('An idea')] };
    const created = expectStatus(await api.POST(POSTS, { params: within(), body: idea }), 201);
    const { id, timezone } = created.body.data;
    expect(created.headers.get('location')).toBe(`${stack.baseUrl}/os/api/${workspace}/posts/${id}`);
    expect(created.body.data).toMatchObject({
      status: 0,
      accounts: [],
      schedule_complete: false,
      warnings: [],
      warnings_total: 0,
    });

    const versions = [
      anOriginal('We are open again'),
      {
        account_id: account,
        is_original: false,
        content: [{ body: 'Hello', url: null, media: [] }],
        options: {},
      },
    ];
    const body = { accounts: [account], tags: [], date: '2099-12-31', time: '12:00', versions };
    const updated = expectStatus(await api.PUT(POST, { params: of(id), body }), 200);
    expect(updated.body).toEqual({ success: true });

    const shown = await read(id);
    expect(shown).toMatchObject({ id, ...body, timezone, status_name: 'draft', schedule_complete: true });
    const { publications: _, warnings: __, warnings_total: ___, ...listed } = shown;
    const query = { status: 'draft', keyword: 'OPEN', from: '2099-12-31' } as const;
    const list = expectStatus(await api.GET(POSTS, { params: { ...within(), query } }), 200);
    expect(list.body).toMatchObject({ data: [listed], next_cursor: null, has_more: false });

    const unlisted = { params: of(id), body: { ...body, accounts: [] } };
    const rejected = expectStatus(await api.PUT(POST, unlisted), 422);
    expect(rejected.body.errors).toMatchObject([
      { pointer: '#/versions/1/account_id', code: 'version_account_not_listed' },
    ]);
    expect(await read(id)).toEqual(shown);

    expectStatus(await api.PUT(POST, { params: of(id), body: idea }), 200);
    expect(await read(id)).toMatchObject({ accounts: [], date: null, scheduled_at: null });
  });

  it('require the permission to publish for a date with a time', async () => {
    const writer = apiClient(stack.baseUrl, await addKey(stack, ['publishing:posts:write']));
    const timed = { date: '2099-12-31', time: '12:00', versions: [anOriginal('An idea')] };

    expectStatus(await writer.POST(POSTS, { params: within(), body: timed }), 403);
    const untimed = { params: within(), body: { ...timed, time: null } };
    const { id } = expectStatus(await writer.POST(POSTS, untimed), 201).body.data;
    const rejected = expectStatus(await writer.PUT(POST, { params: of(id), body: timed }), 403);
    expect(rejected.body).toMatchObject({ missing_permissions: ['publishing:posts:publish'] });
    expectStatus(await writer.PUT(POST, { params: of(id), body: { ...timed, date: null } }), 200);
    expectStatus(await writer.GET(POST, { params: of(id) }), 403);
  });

  it('refer to tags and files, and so does a copy', async () => {
    const color = { name: 'News', hex_color: '#ff0000' };
    const tag = await api.POST('/os/api/{workspace}/tags', { params: within(), body: color });
    const tags = [expectStatus(tag, 201).body.data.id];
    const content = [{ body: 'With a picture', media: [await picture()] }];
    const versions = [{ account_id: 0, is_original: true, content }];
    const body = { accounts: [account], tags, versions };
    const original = expectStatus(await api.POST(POSTS, { params: within(), body }), 201).body.data;
    const copied = await api.POST('/os/api/{workspace}/posts/duplicate/{post}', { params: of(original.id) });

    const copy = await read(expectStatus(copied, 201).body.data.id);
    for (const { accounts, versions: stored } of [await read(original.id), copy])
      expect({ accounts, versions: stored }).toMatchObject({ accounts: [account], versions });
    expect((await read(original.id)).tags).toEqual(tags);
  });

  it('are deleted permanently with their publications, one by one or several at a time', async () => {
    const [one, two, three] = [await published(), await published(), await published()];
    const single = await api.DELETE(POST, { params: of(one), body: { trash: false } });
    const several = await api.DELETE(POSTS, {
      params: within(),
      body: { posts: [two, three], trash: false },
    });

    expect(expectStatus(single, 200).body).toEqual({ deleted: true, to_trash: false });
    expect(expectStatus(several, 200).body).toMatchObject({ deleted: true, ids: [two, three], skipped: [] });
    for (const id of [one, two, three]) expectStatus(await api.GET(POST, { params: of(id) }), 404);
    const stored = (await tables.readAll()).filter(({ item }) =>
      [one, two, three].some((id) => String(item['pk']) === `P#${id}`),
    );
    expect(stored).toEqual([]);
  });

  /** A post that was published at once. */
  async function published(): Promise<string> {
    const body = { accounts: [account], versions: [anOriginal('Gone soon')] };
    const { id } = expectStatus(await api.POST(POSTS, { params: within(), body }), 201).body.data;
    const now = { params: of(id), body: { postNow: true } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', now), 200);
    await waitFor('the post is published', async () => (await read(id)).status_name === 'published');
    return id;
  }

  /** The ID of a picture in the media library. */
  async function picture(): Promise<number> {
    const body = { name: 'a.png', mime_type: 'image/png', size: SIZE, alt_text: null } as const;
    const announced = await api.POST('/os/api/{workspace}/media', { params: within(), body });
    const { data, upload = expect.fail('There is no upload') } = expectStatus(announced, 201).body;
    const headers = { 'content-type': 'image/png' };
    await fetch(upload.url, { method: 'PUT', headers, body: bytesOf('image/png', SIZE) });
    const params = { path: { workspace, media: data.uuid } };
    expectStatus(await api.POST('/os/api/{workspace}/media/{media}/complete', { params }), 200);
    return data.id;
  }
});

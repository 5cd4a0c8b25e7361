import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startDevtoServer } from '#test/support/fixtures/publishing/devto-server.ts';
import { startWordPressServer } from '#test/support/fixtures/publishing/wordpress-server.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const SIZE = 50_000;
const TEXT = 'Ten lamps for the winter\n\nThey are warm.';
const now = () => new Date();

describe('an article on its networks', () => {
  const stack = forAllTests(shareStack);
  const wordpress = forAllTests(
    () => startWordPressServer(now, 'abcd EFGH ijkl MNOP qrst UVWX'),
    Symbol.asyncDispose,
  );
  const devto = forAllTests(() => startDevtoServer(now, 'devto-key-31415926'), Symbol.asyncDispose);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let accounts: number[];

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const connect = (body: components['schemas']['ConnectAccountBody']) =>
    api.POST('/os/api/{workspace}/accounts', { params: within(), body });

  const onWordPress = () => {
    const { username, applicationPassword } = wordpress.user;
    return { site_url: wordpress.siteUrl, username, application_password: applicationPassword };
  };

  beforeAll(async () => {
    accounts = [];
    for (const body of [
      { provider: 'wordpress', credentials: onWordPress() },
      { provider: 'devto', credentials: { api_key: devto.apiKey, service: devto.origin } },
    ] as const) {
      accounts.push(expectStatus(await connect(body), 201).body.data.id);
    }
  });

  async function picture(): Promise<number> {
    const body = { name: 'Lamp.png', mime_type: 'image/png', size: SIZE, alt_text: 'A brass lamp' } as const;
    const announced = await api.POST('/os/api/{workspace}/media', { params: within(), body });
    const { data, upload } = expectStatus(announced, 201).body;
    if (!upload) throw new Error('There is no URL for the upload');
    const headers = { 'content-type': String(upload.headers['Content-Type']) };
    await fetch(upload.url, { method: 'PUT', headers, body: bytesOf('image/png', SIZE) });
    const params = { path: { ...within().path, media: data.uuid } };
    const completed = await api.POST('/os/api/{workspace}/media/{media}/complete', { params });
    return expectStatus(completed, 200).body.data.id;
  }

  async function create(versions: components['schemas']['PostVersionBody'][]) {
    const body = { accounts, versions, date: '2099-06-01', time: '12:00' };
    const created = await api.POST('/os/api/{workspace}/posts', { params: within(), body });
    return { path: { ...within().path, post: expectStatus(created, 201).body.data.id } };
  }

  const schedule = (params: Awaited<ReturnType<typeof create>>) =>
    api.POST('/os/api/{workspace}/posts/schedule/{post}', { params, body: { postNow: true } });

  it('is published once on each, with its picture and its options', async () => {
    const options = {
      wordpress: { excerpt: 'Lamps', categories: [3], status: 'private' },
      devto: { tags: ['light'], canonical_url: 'https://example.com/lamps' },
    };
    const params = await create([
      { account_id: 0, is_original: true, content: [{ body: TEXT, media: [await picture()] }], options },
      { account_id: accounts[1] ?? 0, is_original: false, content: [{ body: TEXT }], options },
    ]);

    expectStatus(await schedule(params), 200);
    const post = await waitFor('the post has ended', async () => {
      const read = await api.GET('/os/api/{workspace}/posts/{post}', { params });
      const { data } = expectStatus(read, 200).body;
      return ['published', 'failed'].includes(data.status_name) ? data : undefined;
    });

    const [article] = wordpress.posts;
    expect(post.publications).toMatchObject([
      { provider: 'wordpress', state: 'published', remote: [{ id: String(article?.id) }] },
      { provider: 'devto', state: 'published', remote: [{ id: String(devto.articles[0]?.id) }] },
    ]);
    expect(wordpress.posts).toMatchObject([
      {
        title: 'Ten lamps for the winter',
        content: '<p>They are warm.</p>',
        excerpt: 'Lamps',
        categories: [3],
        status: 'private',
        featuredMedia: wordpress.files[0]?.id,
      },
    ]);
    expect(wordpress.files).toMatchObject([{ mimeType: 'image/png', altText: 'A brass lamp' }]);
    expect(devto.articles).toMatchObject([
      {
        title: 'Ten lamps for the winter',
        tags: ['light'],
        canonicalUrl: 'https://example.com/lamps',
        published: true,
      },
    ]);
  });

  it('is previewed with the title and the text that each network gets', async () => {
    const body = '# Ten lamps\n\nThey are warm.';
    const own = { wordpress: { title: 'Lamps of the winter' } };
    const version = { is_original: true, content: [{ body, url: 'https://example.com/' }] };
    const versions = [{ account_id: 0, ...version, options: own }];
    const preview = await api.POST('/os/api/{workspace}/posts/preview', {
      params: within(),
      body: { accounts, versions },
    });
    const shown = expectStatus(preview, 200).body.data.accounts.map(({ posts }) => posts[0]);
    expectStatus(await schedule(await create(versions)), 200);
    await waitFor(
      'both have the article',
      () =>
        wordpress.posts.some(({ title }) => title === shown[0]?.title) &&
        devto.articles.some(({ title, published }) => published && title === shown[1]?.title),
    );
    const sent = devto.articles.find(({ title }) => title === shown[1]?.title);

    expect(shown).toMatchObject([
      { title: 'Lamps of the winter', text: `${body}\n\nhttps://example.com/` },
      { title: 'Ten lamps', text: 'They are warm.\n\nhttps://example.com/' },
    ]);
    expect(sent?.body).toContain(shown[1]?.text);
  });

  it('cannot be scheduled as a thread, with an invalid option, or with a picture for dev.to', async () => {
    const content = [{ body: TEXT, media: [await picture()] }, { body: 'And so on' }];
    const params = await create([
      { account_id: 0, is_original: true, content, options: { wordpress: { status: 'public' } } },
    ]);

    const { errors } = expectStatus(await schedule(params), 422).body;

    expect(errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/versions/0/content', 'network_limit_exceeded'],
      ['#/versions/0/options/wordpress/status', 'options_invalid'],
      ['#/versions/0/content', 'network_limit_exceeded'],
      ['#/versions/0/content/0/media', 'network_limit_exceeded'],
    ]);
  });

  it('needs a user who may publish, and an address of a site', async () => {
    wordpress.mood.role = 'contributor';
    const role = await connect({ provider: 'wordpress', credentials: onWordPress() });
    wordpress.mood.role = 'author';
    const address = { ...onWordPress(), site_url: wordpress.origin };
    const place = await connect({ provider: 'wordpress', credentials: address });

    expect(expectStatus(role, 422).body.errors).toMatchObject([
      { code: 'credentials_refused', detail: expect.stringContaining('publish_posts') },
    ]);
    expect(expectStatus(place, 422).body.errors).toMatchObject([
      { code: 'credentials_refused', detail: expect.stringContaining('permalinks') },
    ]);
  });
});

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { addDays, daysOf } from '#console/screens/publishing/posts/calendar-days.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { keyboardOf, mouseOf, typeTime } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { fireSchedules } from '#test/support/fixtures/publishing/fire-schedule.ts';
import {
  type MastodonServer,
  startMastodonServer,
} from '#test/support/fixtures/publishing/mastodon-server.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const AUTHOR: readonly Permission[] = [
  'publishing:posts:read',
  'publishing:posts:write',
  'publishing:posts:publish',
  'publishing:accounts:read',
  'publishing:accounts:write',
  'publishing:tags:read',
  'publishing:tags:write',
  'publishing:media:read',
  'publishing:media:write',
];
const TOKEN = 'an-access-token';
const POSTS = '/os/api/{workspace}/posts';
const POST = '/os/api/{workspace}/posts/{post}';
const PICTURE = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(bytesOf('image/png')) };

type NewPost = components['schemas']['CreatePostBody'];

describeInChromium('posts in the console', () => {
  let mastodon: MastodonServer;
  let receiver: CapturingReceiver;
  let author: string;
  let timezone: string;
  let [sandbox, network]: number[] = [];
  const { stack, admin, keyOf, openWith } = consoleWorld();
  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (post: string) => ({ path: { workspace: stack.workspaceId, post } });

  beforeAll(async () => {
    receiver = await startReceiver();
    mastodon = await startMastodonServer(() => new Date(), TOKEN);
    author = await keyOf('Ada', AUTHOR);
    timezone = expectStatus(await admin().GET('/api/v1/workspace'), 200).body.data.timezone;
    sandbox = await connect({ provider: 'sandbox', name: 'Practice', credentials: {} });
    const credentials = { instance_url: mastodon.origin, access_token: TOKEN };
    network = await connect({ provider: 'mastodon', name: 'Lamps', credentials });
    await createEnabledEndpoint(admin(), receiver.url, [
      'publishing.post.scheduled',
      'publishing.post.published',
    ]);
  });

  afterAll(async () => {
    await receiver?.close();
    await mastodon?.[Symbol.asyncDispose]();
  });

  async function connect(body: components['schemas']['ConnectAccountBody']): Promise<number> {
    return expectStatus(await admin().POST('/os/api/{workspace}/accounts', { params: within(), body }), 201)
      .body.data.id;
  }

  const openAt = (path: string, options?: BrowserContextOptions) => openWith(author, path, options);

  async function create(text: string, fields: Partial<NewPost> = {}, options = {}): Promise<string> {
    const versions = [{ account_id: 0, is_original: true, content: [{ body: text }], options }];
    const body = { accounts: [sandbox ?? 0], versions, ...fields };
    return expectStatus(await admin().POST(POSTS, { params: within(), body }), 201).body.data.id;
  }

  async function read(post: string) {
    return expectStatus(await admin().GET(POST, { params: of(post) }), 200).body.data;
  }

  /** The day beside a day that is in the same month of the calendar. */
  function besides(day: string): string {
    const next = addDays(day, 1);
    return daysOf('month', day).includes(next) ? next : addDays(day, -1);
  }

  async function drag(tab: Page, text: string, day: string): Promise<void> {
    const target = tab.locator('.days > li').filter({ has: tab.locator(`time[datetime="${day}"]`) });
    // The browser starts no drag if the page scrolls while the button is down.
    await tab.evaluate('scrollTo(0, document.body.scrollHeight)');
    await tab.locator('.card').filter({ hasText: text }).dragTo(target);
  }

  it.each([
    ['with the mouse', 'mouse', mouseOf],
    ['with the keyboard alone', 'keyboard', keyboardOf],
  ])(
    'are written for two networks with a picture, moved in the calendar and published %s',
    { timeout: 120_000 },
    async (_, word, handsOf) => {
      const text = `Written by ${word}`;
      const published = mastodon.statuses.length;
      const { tab, tolerate } = await openAt('/posts');
      tolerate(/^http:\/\/127\.0\.0\.1/u);
      const hands = handsOf(tab);
      await hands.use('New post');
      await hands.toggle('Practice');
      await hands.toggle('Lamps');
      await hands.fill('Text of the post', text);
      await tab.getByText(`${text.length} of 500 characters`).waitFor();
      await tab.getByLabel('Upload a file').setInputFiles(PICTURE);
      await tab.getByRole('button', { name: 'Remove: lamp.png' }).waitFor();
      await hands.fill('Description of lamp.png for people who cannot see it', 'A brass lamp');
      await hands.use('Save the description');
      await hands.use('Save the draft');
      await tab.getByRole('button', { name: 'Duplicate' }).waitFor();
      const post = new URL(tab.url()).pathname.split('/').at(-1) ?? '';

      // An hour from now, on another day first.
      const slot = toLocalTime(new Date(Date.now() + HOUR_MS), timezone);
      await hands.fill('Day', besides(slot.date));
      if (word === 'mouse') await hands.fill('Time', slot.time);
      else await typeTime(tab, 'Time', slot.time);
      await hands.use('Save');
      await tab.getByText('The changes are saved.').waitFor();
      await tab.goto(`${stack.baseUrl}/console/posts?view=month&day=${slot.date}${author}`);
      await tab.locator('.card').filter({ hasText: text }).waitFor();
      if (word === 'mouse') await drag(tab, text, slot.date);
      else {
        await hands.use(`Move: ${text}`);
        await hands.fill('New day', slot.date);
        await hands.use('Move the post');
      }
      await waitFor('the post is moved', async () => (await read(post)).date === slot.date);
      await hands.use(`${slot.time} ${text}`);
      await hands.use('Schedule');
      await tab.locator('.title').getByText('scheduled').waitFor();
      await fireSchedules(stack, [post]);
      await tab.locator('.title').getByText('published').waitFor({ timeout: 60_000 });
      await tab.getByRole('list', { name: 'Results by account' }).getByText('Practice').waitFor();

      expect(mastodon.statuses.slice(published).map((status) => status.text)).toEqual([text]);
      expect(mastodon.files.at(-1)?.description).toBe('A brass lamp');
      const about = () =>
        receiver.requests.map(({ body }) => String(body)).filter((each) => each.includes(post));
      await waitFor('both webhooks', async () => about().length >= 2, 60_000);
      expect(about().filter((each) => each.includes('publishing.post.scheduled'))).toHaveLength(1);
      expect(about().filter((each) => each.includes('publishing.post.published'))).toHaveLength(1);
    },
  );

  it('show the conflict if another person has moved the post', { timeout: 60_000 }, async () => {
    const today = toLocalTime(new Date(), timezone).date;
    const [first, second] = [besides(today), today];
    const post = await create('Moved twice', { date: first, time: '23:00' });
    const { tab } = await openAt(`/posts?view=month&day=${today}`);
    await tab.locator('.card').filter({ hasText: 'Moved twice' }).waitFor();
    const { accounts, versions } = await read(post);
    const theirs = { accounts, versions, date: first, time: '22:15' } as NewPost;
    // Just before the move arrives, so that the calendar cannot know it.
    await tab.route(
      (url) => url.pathname.endsWith(post),
      async (route) => {
        expectStatus(await admin().PUT(POST, { params: of(post), body: theirs }), 200);
        await route.continue();
      },
      { times: 1 },
    );
    await drag(tab, 'Moved twice', second);

    const conflict = tab.getByRole('alert').filter({ hasText: 'Another person has changed the post' });
    await conflict.getByText(`${first}, 22:15`).waitFor();
    expect(await read(post)).toMatchObject({ date: first, time: '22:15' });
    await conflict.getByRole('button', { name: 'Move the post to my day' }).click();
    await waitFor('the post is moved', async () => (await read(post)).date === second);
    expect((await read(post)).time).toBe('23:00');
  });

  it('lose no edit of two windows', { timeout: 60_000 }, async () => {
    const post = await create('Original');
    const [mine, theirs] = [await openAt(`/posts/${post}`), await openAt(`/posts/${post}`)];
    await mine.tab.getByLabel('Text of the post').fill('Mine');
    await theirs.tab.getByLabel('Text of the post').fill('Theirs');
    await theirs.tab.getByRole('button', { name: 'Save', exact: true }).click();
    await theirs.tab.getByText('The changes are saved.').waitFor();
    await mine.tab.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = mine.tab.getByRole('alert').filter({ hasText: 'Another person has changed the post' });
    await conflict.getByText('Theirs', { exact: true }).waitFor();
    await conflict.getByText('Mine', { exact: true }).waitFor();
    expect((await read(post)).versions[0]?.content[0]?.body).toBe('Theirs');
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await mine.tab.getByRole('button', { name: 'Save', exact: true }).click();
    await mine.tab.getByText('The changes are saved.').waitFor();
    expect((await read(post)).versions[0]?.content[0]?.body).toBe('Mine');
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('say what happened on each account, and what a retry would do', { timeout: 60_000 }, async () => {
    const post = await create(
      'Fails in the sandbox',
      { accounts: [sandbox ?? 0, network ?? 0] },
      { sandbox: { fail: 'refused' } },
    );
    const { tab, complaints } = await openAt(`/posts/${post}`);
    await tab.getByRole('button', { name: 'Publish now' }).click();
    await tab.getByRole('button', { name: 'Yes, publish now' }).click();
    await tab.locator('.title').getByText('failed').waitFor({ timeout: 40_000 });
    const results = tab.getByRole('list', { name: 'Results by account' });
    await results.getByText('network_refused').waitFor();
    await results.getByText('Lamps').waitFor();
    await tab.getByText('published only to the accounts that do not have the post yet').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('have own content for an account, with the limit of its network before they are saved', async () => {
    const post = await create('For all', { accounts: [sandbox ?? 0, network ?? 0] });
    const { tab, audit } = await openAt(`/posts/${post}`);
    await tab.getByRole('button', { name: 'Lamps' }).click();
    await tab.getByRole('button', { name: 'Write own content' }).click();
    await tab.getByLabel('Text of the post').fill('x'.repeat(501));
    await tab.getByText('501 of 500 characters').waitFor();
    const lamps = tab.locator('.preview article').filter({ hasText: 'Lamps' });
    await lamps.getByText('The maximum on mastodon is 500').waitFor();
    await lamps.getByText('own content').waitFor();
    expect(await audit()).toEqual([]);
    await tab.getByLabel('Text of the post').fill('Short');
    await tab.getByRole('button', { name: 'Continue as a thread' }).click();
    await tab.getByLabel('Text of post 2 of the thread').fill('And more');
    await tab.getByLabel('New tag').fill('Spring');
    await tab.getByRole('button', { name: 'Create the tag' }).click();
    await tab.getByLabel('Spring').waitFor();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('The changes are saved.').waitFor();
    expect((await read(post)).versions.map(({ account_id: id, content }) => [id, content.length])).toEqual([
      [0, 1],
      [network, 2],
    ]);
  });

  it('say why a file was not uploaded, and repeat the upload', async () => {
    const post = await create('With files');
    const { tab, tolerate } = await openAt(`/posts/${post}`);
    tolerate(/ERR_FAILED/u);
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
    await tab.getByLabel('Upload a file').setInputFiles(text);
    await tab.getByText('Use a picture (JPEG, PNG, WebP or GIF)').waitFor();
    await tab.getByRole('list', { name: 'Uploads' }).getByRole('button', { name: 'Remove' }).click();
    await tab.route('**/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await tab.getByLabel('Upload a file').setInputFiles(PICTURE);
    await tab.getByText('The upload failed.').waitFor();
    await tab.unroute('**/*');
    await tab.getByRole('button', { name: 'Try again' }).click();
    await tab.getByRole('button', { name: 'Remove: lamp.png' }).waitFor();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('The changes are saved.').waitFor();
    expect((await read(post)).versions[0]?.content[0]?.media).toHaveLength(1);
  });

  it('get files by drag and by paste', async () => {
    const post = await create('Dropped and pasted');
    const { tab } = await openAt(`/posts/${post}`);
    await tab.getByLabel('Text of the post').waitFor();
    const bytes = [...bytesOf('image/png')].join();
    const transfer = (name: string) => `(() => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array([${bytes}])], '${name}', { type: 'image/png' }));
      return files;
    })()`;
    const send = (selector: string, event: string) =>
      tab.evaluate(`document.querySelector('${selector}').dispatchEvent(${event})`);
    const dropped = `{ bubbles: true, cancelable: true, dataTransfer: ${transfer('dropped.png')} }`;
    await send('fieldset.drop', `new DragEvent('drop', ${dropped})`);
    await tab.getByRole('button', { name: 'Remove: dropped.png' }).waitFor();
    const outgoing = tab.locator('.preview li').filter({ hasText: 'dropped.png' });
    await outgoing.getByText('without a description').waitFor();
    await outgoing.locator('img').waitFor();
    const pasted = `{ bubbles: true, cancelable: true, clipboardData: ${transfer('pasted.png')} }`;
    await send('textarea', `new ClipboardEvent('paste', ${pasted})`);
    await tab.getByRole('button', { name: 'Remove: pasted.png' }).waitFor();
    await tab.getByRole('button', { name: 'Move up: pasted.png' }).click();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('The changes are saved.').waitFor();
    const [pastedId = 0, droppedId = 0] = (await read(post)).versions[0]?.content[0]?.media ?? [];
    expect(pastedId).toBeGreaterThan(droppedId);
  });

  it('are moved to the trash, restored and deleted, some at a time', async () => {
    const posts = [await create('Bulk one'), await create('Bulk two')];
    const { tab, complaints } = await openAt('/posts?view=list');
    await tab.getByLabel('Select: Bulk one').check();
    await tab.getByLabel('Select: Bulk two').check();
    await tab.getByRole('button', { name: 'Move to the trash' }).click();
    await tab.getByRole('button', { name: 'Yes, move to the trash' }).click();
    await waitFor('both are in the trash', async () =>
      (await Promise.all(posts.map(read))).every(({ trashed }) => trashed),
    );
    await tab.goto(`${stack.baseUrl}/console/posts?view=list&status=trash${author}`);
    await tab.getByLabel('Select: Bulk one').check();
    await tab.getByRole('button', { name: 'Restore' }).click();
    await tab.getByRole('button', { name: 'Yes, restore' }).click();
    await waitFor('one is restored', async () => !(await read(posts[0] ?? '')).trashed);
    await tab.getByLabel('Select: Bulk two').check();
    await tab.getByRole('button', { name: 'Delete' }).click();
    await tab.getByRole('button', { name: 'Yes, delete' }).click();
    await waitFor('one is deleted', async () => {
      const { status } = await admin().GET(POST, { params: of(posts[1] ?? '') });
      return status === 404;
    });
    expect(complaints()).toEqual([]);
  });

  it('are removed from their networks, and the result for each account stays', async () => {
    const before = mastodon.statuses.length;
    const post = await create('Take it back', {
      accounts: [network ?? 0],
      date: '2099-01-01',
      time: '12:00',
    });
    const now = { params: of(post), body: { postNow: true } };
    expectStatus(await admin().POST(`${POSTS}/schedule/{post}`, now), 200);
    await waitFor('it is published', async () => (await read(post)).status_name === 'published');
    const { tab } = await openAt(`/posts/${post}`);
    await tab.getByRole('button', { name: 'Remove from networks' }).click();
    await tab.getByRole('button', { name: 'Yes, remove from networks' }).click();
    await tab.getByText('removal from Mastodon: removed').waitFor();
    expect(mastodon.statuses).toHaveLength(before);
    expect(await tab.getByRole('button', { name: 'Remove from networks' }).count()).toBe(0);

    const other = await create('Gone', { accounts: [network ?? 0], date: '2099-01-01', time: '12:00' });
    expectStatus(await admin().POST(`${POSTS}/schedule/{post}`, { ...now, params: of(other) }), 200);
    await waitFor('it is published', async () => (await read(other)).status_name === 'published');
    expectStatus(await admin().DELETE(POST, { params: of(other), body: { trash: true } }), 200);
    await tab.goto(`${stack.baseUrl}/console/posts/${other}${author}`);
    await tab.getByRole('button', { name: 'Delete' }).click();
    await tab.getByLabel('Also remove the post from its social networks').check();
    await tab.getByRole('button', { name: 'Yes, delete' }).click();
    const outcome = tab.getByRole('list', { name: 'Removal by account' });
    await outcome.getByText('removed').waitFor();
    expect(await outcome.textContent()).toContain('Lamps');
    expect(mastodon.statuses).toHaveLength(before);
  });

  it('go to accounts that are connected, renamed, disabled, reconnected and disconnected', async () => {
    // A user of the other server is connected already.
    await using other = await startMastodonServer(() => new Date(), TOKEN);
    const { tab, complaints, tolerate } = await openAt('/accounts');
    tolerate(/422/u);
    await tab.getByRole('button', { name: 'Connect an account' }).click();
    await tab.getByLabel('Server').fill(other.origin);
    await tab.getByLabel('Access token').fill('wrong');
    await tab.getByRole('button', { name: 'Connect', exact: true }).click();
    await tab.locator('.errors, .notice').first().waitFor();
    await tab.getByLabel('Name').fill('Second lamp');
    await tab.getByLabel('Access token').fill(TOKEN);
    await tab.getByRole('button', { name: 'Connect', exact: true }).click();
    const card = (name: string) => tab.locator('article').filter({ hasText: name });
    await card('Second lamp').getByRole('button', { name: 'Rename' }).click();
    await tab.getByLabel('Name').fill('Renamed lamp');
    await tab.getByRole('button', { name: 'Save' }).click();
    await card('Renamed lamp').getByRole('button', { name: 'Disable' }).click();
    await tab.getByRole('button', { name: 'Yes, disable' }).click();
    await card('Renamed lamp').getByRole('button', { name: 'Enable' }).click();
    await card('Renamed lamp').getByRole('button', { name: 'Reconnect' }).click();
    await tab.getByLabel('Server').fill(other.origin);
    await tab.getByLabel('Access token').fill(TOKEN);
    await tab.getByRole('button', { name: 'Save' }).click();
    await card('Renamed lamp').getByRole('button', { name: 'Disconnect' }).click();
    await tab.getByRole('button', { name: 'Yes, disconnect' }).click();
    await card('Renamed lamp').waitFor({ state: 'detached' });
    expect(complaints()).toEqual([]);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#console/screens/publishing/posts/calendar-days.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const POSTS = '/os/api/{workspace}/posts';
const QUEUE = '/os/api/{workspace}/posting-queue';

describeInChromium('edits of posts in the console', () => {
  let publisher: string;
  let author: string;
  let account: number;
  const { stack, admin, keyOf, openWith } = consoleWorld();
  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (post: string) => ({ path: { workspace: stack.workspaceId, post } });
  const later = addDays(toLocalTime(new Date(), 'UTC').date, 10);

  beforeAll(async () => {
    const permissions = [
      'publishing:posts:read',
      'publishing:posts:write',
      'publishing:accounts:read',
      'publishing:media:read',
      'publishing:tags:read',
    ] as const;
    author = await keyOf('Edith', permissions);
    publisher = await keyOf('Ada', [...permissions, 'publishing:posts:publish']);
    const body = { provider: 'sandbox', name: 'Practice', credentials: {} } as const;
    const connected = await admin().POST('/os/api/{workspace}/accounts', { params: within(), body });
    account = expectStatus(connected, 201).body.data.id;
  });

  function textOf(body: string) {
    return [{ account_id: 0, is_original: true, content: [{ body }] }];
  }

  async function create(text: string, fields: { date?: string; time?: string } = {}): Promise<string> {
    const body = { accounts: [account], versions: textOf(text), ...fields };
    return expectStatus(await admin().POST(POSTS, { params: within(), body }), 201).body.data.id;
  }

  const openAt = (path: string, key = publisher) => openWith(key, path, { timezoneId: 'UTC' });

  async function postsWith(keyword: string) {
    const params = { ...within(), query: { keyword } };
    return expectStatus(await admin().GET(POSTS, { params }), 200).body.data;
  }

  async function moveTo(timezone: string): Promise<void> {
    expectStatus(await admin().PATCH('/api/v1/workspace', { body: { timezone } }), 200);
  }

  it('stay with their post when “Back” shows another one', { timeout: 60_000 }, async () => {
    const id = await create('The first post');
    const { tab } = await openAt(`/posts/${id}`);
    const text = tab.getByLabel('Text of the post');
    await text.waitFor();
    await tab.getByRole('button', { name: 'Duplicate' }).click();
    await tab.waitForURL((url) => !url.pathname.endsWith(id));
    await text.fill('Text of the copy');
    await tab.goBack();
    await tab.waitForURL((url) => url.pathname.endsWith(id));

    await expect.poll(() => text.inputValue()).toBe('The first post');
    expect(await tab.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(false);
  });

  it('have the time in the zone that the screen names', { timeout: 60_000 }, async () => {
    await moveTo('UTC');
    const { tab } = await openAt('/posts/new');
    await tab.getByLabel('Practice').check();
    await tab.getByLabel('Text of the post').fill('In the zone of the screen');
    await tab.getByRole('radio', { name: 'Schedule the post' }).check();
    await tab.getByText('in the time zone UTC').waitFor();
    await tab.getByLabel('Day', { exact: true }).fill(later);
    await tab.getByLabel('Time', { exact: true }).fill('09:00');
    // Another member changes the time zone, of which this screen knows nothing.
    await moveTo('Asia/Tokyo');
    await tab.getByRole('button', { name: 'Schedule the post' }).click();
    await tab.locator('.title').getByText('scheduled').waitFor();
    const [post] = await postsWith('In the zone of the screen');
    await moveTo('UTC');

    expect(post?.scheduled_at).toBe(`${later}T09:00:00.000Z`);
  });

  it('publish only the content that the screen has shown', { timeout: 60_000 }, async () => {
    const id = await create('Read before publishing');
    const { tab } = await openAt(`/posts/${id}`);
    await tab.getByRole('button', { name: 'Publish now' }).click();
    const body = { accounts: [account], versions: textOf('Changed by another member') };
    expectStatus(await admin().PUT(`${POSTS}/{post}`, { params: of(id), body }), 200);
    await tab.getByRole('button', { name: 'Yes, publish now' }).click();
    await tab.getByRole('dialog').getByText('The post has changed since this screen showed it').waitFor();
    const read = expectStatus(await admin().GET(`${POSTS}/{post}`, { params: of(id) }), 200);

    expect(read.body.data.status_name).toBe('draft');
    await tab.getByRole('button', { name: 'Yes, publish now' }).click();
    await tab.locator('.title').getByText('published').waitFor();
  });

  it('say that a proposed time is lost if only the text was saved', { timeout: 60_000 }, async () => {
    const id = await create('Waits with a time', { date: later, time: '10:00' });
    expectStatus(await admin().POST(`${POSTS}/submit/{post}`, { params: of(id) }), 200);
    const { tab, tolerate } = await openAt(`/posts/${id}`, author);
    tolerate(/ERR_FAILED/u);
    await tab.getByLabel('Text of the post').fill('Waits with another text');
    await tab.route('**/submit/**', (route) => route.abort());
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('the post has no proposed time any more').waitFor();
    await tab.unroute('**/submit/**');
    await tab.getByRole('button', { name: 'Submit again' }).click();
    await tab.getByRole('button', { name: 'Submit the post' }).click();
    await tab.getByText('the post has no proposed time any more').waitFor({ state: 'detached' });
    const [post] = await postsWith('Waits with another text');

    expect(post).toMatchObject({ status_name: 'needs_approval', date: later, time: '10:00' });
  });

  it('warn that a draft was published before', { timeout: 60_000 }, async () => {
    const other = { provider: 'sandbox', name: 'Rehearsal', credentials: {} } as const;
    const connected = await admin().POST('/os/api/{workspace}/accounts', { params: within(), body: other });
    const { id: second } = expectStatus(connected, 201).body.data;
    const [original] = textOf('Published to one account');
    const failing = {
      ...textOf('Rejected')[0],
      account_id: second,
      is_original: false,
      options: { sandbox: { fail: 'refused' } },
    };
    const versions = [original, failing];
    const body = { accounts: [account, second], versions, schedule_now: true };
    const { id } = expectStatus(
      await admin()('POST', POSTS.replace('{workspace}', stack.workspaceId), { body }),
      201,
    ).body.data;
    const { tab } = await openAt(`/posts/${id}`);
    await tab.locator('.title').getByText('failed').waitFor();
    expect(await tab.getByText('also to those that already have it').count()).toBe(0);
    expectStatus(await admin().POST(`${POSTS}/unschedule/{post}`, { params: of(id), body: {} }), 200);

    await tab.getByText('also to those that already have it').waitFor();
  });

  it('promise no slot if the queue has none', { timeout: 60_000 }, async () => {
    expectStatus(await admin().PUT(QUEUE, { params: within(), body: { slots: [] } }), 200);
    const { tab } = await openAt('/posts/new');
    await tab.getByRole('radio', { name: 'Add to the queue' }).check();
    await tab.getByText('The posting queue has no slots').waitFor();

    expect(await tab.getByText('first free slot').count()).toBe(0);
  });

  it('warn that a changed post is another one after a lost response', { timeout: 60_000 }, async () => {
    const { tab, tolerate } = await openAt('/posts/new');
    tolerate(/ERR_FAILED/u);
    await tab.getByLabel('Practice').check();
    await tab.getByLabel('Text of the post').fill('Sent without a response');
    let isLost = false;
    await tab.route('**/posts', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await tab.getByRole('button', { name: 'Save the draft' }).click();
    await tab.getByText('it is carried out only once').waitFor();
    await tab.getByLabel('Text of the post').fill('Sent without a response, and changed');
    await tab.getByText('Check first whether it was carried out').waitFor();

    expect(await tab.getByText('it is carried out only once').count()).toBe(0);
    expect(await postsWith('Sent without a response')).toHaveLength(1);
  });
});

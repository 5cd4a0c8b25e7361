import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { addDays } from '#console/screens/publishing/posts/calendar-days.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf, mouseOf, typeTime } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const AUTHOR: readonly Permission[] = [
  'publishing:posts:read',
  'publishing:posts:write',
  'publishing:accounts:read',
  'publishing:tags:read',
  'publishing:media:read',
  'workspace:members:read',
];
const PUBLISHER: readonly Permission[] = [...AUTHOR, 'publishing:posts:publish'];
const POSTS = '/os/api/{workspace}/posts';
const POST = '/os/api/{workspace}/posts/{post}';
const QUEUE = '/os/api/{workspace}/posting-queue';

type NewPost = components['schemas']['CreatePostBody'];

describeInChromium('approvals and the posting queue in the console', () => {
  let timezone: string;
  let later: string;
  let author = '';
  let publisher = '';
  let [practice, rehearsal]: number[] = [];
  const { stack, admin, keyOf, openWith } = consoleWorld();
  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (post: string) => ({ path: { workspace: stack.workspaceId, post } });

  beforeAll(async () => {
    author = await keyOf('Edith', AUTHOR);
    publisher = await keyOf('Ada', PUBLISHER);
    timezone = expectStatus(await admin().GET('/api/v1/workspace'), 200).body.data.timezone;
    later = addDays(toLocalTime(new Date(), timezone).date, 10);
    practice = await connect('Practice');
    rehearsal = await connect('Rehearsal');
  });

  async function connect(name: string): Promise<number> {
    const body = { provider: 'sandbox' as const, name, credentials: {} };
    return expectStatus(await admin().POST('/os/api/{workspace}/accounts', { params: within(), body }), 201)
      .body.data.id;
  }

  const openAt = (path: string, key = publisher, options: BrowserContextOptions = {}) =>
    openWith(key, path, options);

  function bodyOf(text: string, fields: Partial<NewPost> = {}): NewPost {
    const versions = [{ account_id: 0, is_original: true, content: [{ body: text }] }];
    return { accounts: [practice ?? 0], versions, ...fields };
  }

  async function create(text: string, fields: Partial<NewPost> = {}): Promise<string> {
    const body = bodyOf(text, fields);
    return expectStatus(await admin().POST(POSTS, { params: within(), body }), 201).body.data.id;
  }

  async function read(post: string) {
    return expectStatus(await admin().GET(POST, { params: of(post) }), 200).body.data;
  }

  async function edit(post: string, text: string, fields: Partial<NewPost> = {}): Promise<void> {
    expectStatus(await admin().PUT(POST, { params: of(post), body: bodyOf(text, fields) }), 200);
  }

  async function submit(post: string, body = {}): Promise<void> {
    expectStatus(await admin().POST(`${POSTS}/submit/{post}`, { params: of(post), body }), 200);
  }

  async function postsWith(text: string) {
    const params = { ...within(), query: { keyword: text } };
    return expectStatus(await admin().GET(POSTS, { params }), 200).body.data;
  }

  const idIn = (tab: Page) => new URL(tab.url()).pathname.split('/').at(-1) ?? '';

  it.each([
    ['with the mouse', 'mouse', mouseOf],
    ['with the keyboard alone', 'keyboard', keyboardOf],
  ])(
    'let an author submit a post, a publisher return it and approve the next version %s',
    { timeout: 180_000 },
    async (_, word, handsOf) => {
      const theirs = await openAt('/posts', author);
      const hers = handsOf(theirs.tab);
      await hers.use('New post');
      await hers.toggle('Practice');
      await hers.fill('Text of the post', `First by ${word}`);
      expect(await theirs.tab.getByLabel('Publish now').count()).toBe(0);
      await hers.pick('Submit for approval');
      await hers.fill('Proposed day', later);
      if (word === 'mouse') await hers.fill('Proposed time', '10:20');
      else await typeTime(theirs.tab, 'Proposed time', '10:20');
      await hers.use('Submit for approval');
      await theirs.tab.locator('.title').getByText('waits for approval').waitFor();
      const post = idIn(theirs.tab);
      expect(await read(post)).toMatchObject({ status_name: 'needs_approval', date: later, time: '10:20' });

      const mine = await openAt('/posts');
      const his = handsOf(mine.tab);
      await his.use('Approvals');
      await mine.tab.locator('main').getByText('submitted by').first().waitFor();
      await his.use(`First by ${word}`);
      await mine.tab.getByText('Submitted by').getByText('Edith').waitFor();
      await his.use('Return to the author');
      await his.fill('Note to the author', 'Please name the speaker.');
      await his.use('Return the post');
      await mine.tab.getByText('Please name the speaker.').waitFor();

      await theirs.tab.getByText('Please name the speaker.').waitFor({ timeout: 30_000 });
      await hers.fill('Text of the post', `Second by ${word}`);
      await hers.use('Save');
      await theirs.tab.getByText('The changes are saved.').waitFor();
      await hers.use('Submit for approval');
      // The dialog still proposes the first time, which saving has removed.
      await hers.use('Submit the post');
      await waitFor('the post waits again', async () => (await read(post)).status_name === 'needs_approval');
      expect(await read(post)).toMatchObject({ date: later, time: '10:20' });

      await mine.tab.getByRole('button', { name: 'Approve', exact: true }).waitFor({ timeout: 30_000 });
      await his.use('Approve');
      await mine.tab.getByRole('dialog').getByText(`Second by ${word}`).waitFor();
      await his.use('Approve the post');
      await mine.tab.locator('.title').getByText('scheduled').waitFor();
      expect(await read(post)).toMatchObject({
        status_name: 'scheduled',
        date: later,
        time: '10:20',
        approval: { state: 'approved' },
      });
      await Promise.all([mine.close(), theirs.close()]);
    },
  );

  it('approve nothing that the publisher has not read', { timeout: 60_000 }, async () => {
    const post = await create('As read');
    await submit(post);
    const { tab } = await openAt(`/posts/${post}`);
    await tab.getByRole('button', { name: 'Approve', exact: true }).click();
    await tab.getByRole('dialog').getByText('As read').waitFor();
    await edit(post, 'Changed behind the dialog');
    await tab.getByRole('button', { name: 'Approve the post' }).click();
    await tab.getByRole('dialog').getByText('The post has changed since you opened this dialog').waitFor();
    expect((await read(post)).status_name).toBe('needs_approval');
    await tab.getByRole('button', { name: 'Cancel' }).click();
    const text = tab.getByLabel('Text of the post');
    await waitFor(
      'the screen has the edit',
      async () => (await text.inputValue()) === 'Changed behind the dialog',
    );
    await tab.getByRole('button', { name: 'Approve', exact: true }).click();
    await tab.getByRole('dialog').getByText('Changed behind the dialog').waitFor();
    await tab.getByRole('dialog').getByText('The next free slot is').waitFor();
    await tab.getByRole('button', { name: 'Approve the post' }).click();
    await waitFor('the post is queued', async () => (await read(post)).queued);
  });

  it('warn before an edit or a move voids the approval', { timeout: 60_000 }, async () => {
    const post = await create('Approved', { date: later, time: '11:00' });
    await submit(post);
    expectStatus(await admin().POST(`${POSTS}/approve/{post}`, { params: of(post), body: {} }), 200);
    const { tab } = await openAt(`/posts/${post}`);
    await tab.getByLabel('Text of the post').fill('Edited');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByText('the approval no longer applies').waitFor();
    expect((await read(post)).status_name).toBe('scheduled');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tab.goto(`${stack.baseUrl}/console/posts?view=month&day=${later}${publisher}`);
    await tab.getByRole('button', { name: 'Move: Approved' }).click();
    await dialog.getByText('the approval no longer applies').waitFor();
    await dialog.getByLabel('New time').fill('12:00');
    await dialog.getByRole('button', { name: 'Move the post' }).click();
    await waitFor('the post waits', async () => (await read(post)).status_name === 'needs_approval');
  });

  it('keep the proposed time when an author without the permission edits a waiting post', async () => {
    const post = await create('Waiting');
    await submit(post, { date: later, time: '15:45' });
    const { tab } = await openAt(`/posts/${post}`, author);
    await tab.getByText('Saving submits the post again, with the same proposed time.').waitFor();
    await tab.getByLabel('Text of the post').fill('Waiting, edited');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('The changes are saved.').waitFor();
    expect(await read(post)).toMatchObject({
      status_name: 'needs_approval',
      time: '15:45',
      versions: [{ content: [{ body: 'Waiting, edited' }] }],
    });
  });

  it('create a post with its plan, or nothing', { timeout: 90_000 }, async () => {
    const zoned = { ...DESKTOP, timezoneId: 'Pacific/Auckland' };
    const { tab } = await openAt('/posts/new', publisher, zoned);
    await tab.getByLabel('Practice').check();
    await tab.getByLabel('Text of the post').fill('Planned abroad');
    await tab.getByLabel('Schedule the post').check();
    await tab.getByLabel('Day', { exact: true }).fill('2020-01-01');
    await tab.getByLabel('Time', { exact: true }).fill('09:00');
    await tab.getByRole('button', { name: 'Schedule the post' }).click();
    await tab.locator('.field .errors').getByText('schedule_in_past').waitFor();
    expect(await postsWith('Planned abroad')).toEqual([]);
    await tab.getByLabel('Day', { exact: true }).fill(later);
    await tab.getByLabel('Time zone').selectOption('Pacific/Auckland');
    await tab.getByRole('button', { name: 'Schedule the post' }).click();
    await tab.locator('.title').getByText('scheduled').waitFor();
    const [post] = await postsWith('Planned abroad');
    const shown = new Date(post?.scheduled_at ?? '');
    expect(toLocalTime(shown, 'Pacific/Auckland')).toEqual({ date: later, time: '09:00' });

    await tab.goto(`${stack.baseUrl}/console/posts/new${publisher}`);
    await tab.getByLabel('Practice').check();
    await tab.getByLabel('Text of the post').fill('Next in the queue');
    await tab.getByLabel('Add to the queue').check();
    await tab.getByText('The next free slot is').waitFor();
    await tab.getByRole('button', { name: 'Add to the queue' }).click();
    await tab.getByText('a slot of the posting queue').waitFor();
    expect(await read(idIn(tab))).toMatchObject({ status_name: 'scheduled', queued: true });
  });

  it('keep the draft if only its submission fails, and continue with it', { timeout: 60_000 }, async () => {
    const { tab } = await openAt('/posts/new', author);
    await tab.getByLabel('Practice').check();
    await tab.getByLabel('Text of the post').fill('Submitted late');
    await tab.getByRole('radio', { name: 'Submit for approval' }).check();
    await tab.getByLabel('Proposed day').fill('2020-01-01');
    await tab.getByLabel('Proposed time').fill('09:00');
    await tab.getByRole('button', { name: 'Submit for approval' }).click();
    await tab.locator('.field .errors').getByText('schedule_in_past').waitFor();
    await tab.getByText('is saved, but nothing else has happened').waitFor();
    await tab.getByLabel('Text of the post').fill('Submitted late, and corrected');
    await tab.getByLabel('Proposed day').fill(later);
    await tab.getByRole('button', { name: 'Submit for approval' }).click();
    await tab.locator('.title').getByText('waits for approval').waitFor();
    const posts = await postsWith('Submitted late');
    expect(posts.map(({ versions: [original] }) => original?.content[0]?.body)).toEqual([
      'Submitted late, and corrected',
    ]);
    expect(posts[0]).toMatchObject({ status_name: 'needs_approval', date: later, time: '09:00' });
  });

  it('change the slots of the queue, and show the edit of another person', { timeout: 60_000 }, async () => {
    const post = await create('In a slot', { queue: true });
    const { tab, close } = await openAt('/posting-queue');
    await tab.getByRole('list', { name: 'Next slots' }).getByText('In a slot').waitFor();
    await tab.getByRole('list', { name: 'Next slots' }).getByText('free').first().waitFor();
    const hands = keyboardOf(tab);
    await typeTime(tab, 'New time on Saturday', '08:15');
    await hands.use('Add to Saturday');
    await hands.use('Save');
    await tab.getByText('The changes are saved.').waitFor();
    const queue = async () => expectStatus(await admin().GET(QUEUE, { params: within() }), 200).body.data;
    expect((await queue()).slots).toContainEqual({ weekday: 'saturday', time: '08:15' });

    const slots = [...(await queue()).slots, { weekday: 'sunday' as const, time: '20:00' }];
    expectStatus(await admin().PUT(QUEUE, { params: within(), body: { slots } }), 200);
    await tab.getByRole('button', { name: 'Remove: Saturday 08:15' }).click();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = tab.getByRole('alert').filter({ hasText: 'Another person has changed the slots' });
    await conflict.getByText('Sunday').waitFor();
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.getByText('The changes are saved.').waitFor();
    const weekend = (await queue()).slots.filter(({ weekday }) => weekday.startsWith('s'));
    expect(weekend).toEqual([{ weekday: 'sunday', time: '20:00' }]);
    await tab.getByRole('link', { name: 'In a slot' }).click();
    await tab.getByText('a slot of the posting queue').waitFor();
    expect(idIn(tab)).toBe(post);
    await close();

    const reader = await openAt('/posting-queue', author);
    await reader.tab.getByText('Your key may not change the slots.').waitFor();
    expect(await reader.tab.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('publish a failed post again to one account', { timeout: 120_000 }, async () => {
    const versions = [
      {
        account_id: 0,
        is_original: true,
        content: [{ body: 'Fails twice' }],
        options: { sandbox: { fail: 'refused' } },
      },
    ];
    const accounts = [practice ?? 0, rehearsal ?? 0];
    const post = await create('', { accounts, versions, schedule_now: true });
    await waitFor('the post fails', async () => (await read(post)).status_name === 'failed', 60_000);
    const { date, time } = await read(post);
    await edit(post, 'Fails twice', { accounts, date, time });
    const { tab } = await openAt(`/posts/${post}`);
    await tab.getByRole('button', { name: 'Retry: Rehearsal' }).click();
    await tab.getByRole('button', { name: 'Yes, retry' }).click();
    const results = tab.getByRole('list', { name: 'Results by account' });
    await results.getByText('run 2').waitFor({ timeout: 60_000 });
    await tab.locator('.title').getByText('failed').waitFor({ timeout: 60_000 });
    await tab.getByRole('button', { name: 'Retry: Practice' }).waitFor();
    expect(await tab.getByRole('button', { name: 'Retry: Rehearsal' }).count()).toBe(0);
    expect((await read(post)).publications.map(({ run, state }) => [run, state])).toEqual([
      [2, 'published'],
      [1, 'failed'],
      [1, 'failed'],
    ]);
  });
});

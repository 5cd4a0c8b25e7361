import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { type Hands, keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const OWNER: readonly Permission[] = [
  'biolinks:pages:read',
  'biolinks:pages:write',
  'biolinks:pages:publish',
  'biolinks:analytics:read',
  'biolinks:domains:read',
  'biolinks:domains:write',
  'biolinks:pixels:read',
  'biolinks:pixels:write',
];
/** The names of headless browsers are those of bots. */
const STRANGER = { userAgent: BROWSERS[0]?.agent ?? '' };
const PASSWORD = 'open sesame';
const PAGE = '/api/v1/biolinks/pages/{page}';

/** A block of each type: its name in the console, and its fields. */
const BLOCKS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['link', { 'Title of the link': 'Notes', 'URL of the link': 'https://notes.example/' }],
  ['heading', { Heading: 'More' }],
  ['text', { Text: 'Two lines.' }],
  [
    'picture',
    { 'URL of the picture': 'https://images.example/a.png', 'Description of the picture': 'A lamp' },
  ],
  ['profiles', { 'Address 1': 'https://instagram.example/ada' }],
  ['e-mail address', { 'Text on the button': 'Write', 'E-mail address': 'ada@example.com' }],
  ['phone number', { 'Text on the button': 'Call', 'Phone number': '+49 30 1234567' }],
  ['video', { 'URL of the video': 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }],
  [
    'sign-up form',
    {
      'Title of the form': 'Newsletter',
      'Text that visitors agree to': 'I would like to get the newsletter.',
    },
  ],
  ['line', {}],
];

describeInChromium('the editor of a page', () => {
  let owner: string;
  const { stack, openTab, admin, keyOf, openWith } = consoleWorld();

  beforeAll(async () => {
    owner = await keyOf('Ada', OWNER);
  });

  const openAt = (path: string, options: BrowserContextOptions = {}, key = owner) =>
    openWith(key, path, options);

  const previewIn = (tab: Page) => tab.frameLocator('iframe[title="Preview of the page"]');

  async function addBlock(tab: Page, hands: Hands, type: string, fields: Readonly<Record<string, string>>) {
    await hands.use('New block');
    await hands.choose('Type of block', type);
    for (const [name, text] of Object.entries(fields)) await hands.fill(name, text);
    await hands.use('Add the block');
    await tab.getByRole('button', { name: 'New block' }).waitFor();
  }

  async function titlesOf(page: string): Promise<string[]> {
    const read = await admin().GET(`${PAGE}/blocks`, { params: { path: { page } } });
    return expectStatus(read, 200).body.data.map((block) => ('title' in block ? block.title : block.type));
  }

  const link = (title: string) => ({ type: 'link', title, url: 'https://a.example/' }) as const;
  const editOf = (title: string, name = 'Edit') => `${name}: link ${title}`;

  it.each([
    ['with the mouse', 'mouse-built', mouseOf],
    ['with the keyboard alone', 'keyboard-built', keyboardOf],
  ])(
    'builds a page from nothing with every kind of block, protects and publishes it %s',
    { timeout: 240_000 },
    async (_, slug, handsOf) => {
      const { tab, tolerate } = await openAt('/pages');
      // The preview loads pictures of the page, as visitors do.
      tolerate(/^https:\/\/images\.example\//u);
      const hands = handsOf(tab);
      await hands.use('New page');
      await hands.fill('Title', `Built by ${slug}`);
      await hands.fill('Slug', slug);
      await hands.use('Create the page');
      for (const [type, fields] of BLOCKS) await addBlock(tab, hands, type, fields);
      await previewIn(tab).getByText('Two lines.').waitFor();
      await hands.fill('Tagline', 'Not saved yet');
      await previewIn(tab).getByText('Not saved yet').waitFor();
      await hands.fill('Password', PASSWORD);
      await hands.use('Save');
      await tab.getByText('The changes are saved.').waitFor();
      await hands.use('Overview');
      await hands.use('Publish');
      await tab.getByRole('img', { name: /^QR code/u }).waitFor();

      const stranger = await openTab({ ...DESKTOP, ...STRANGER });
      stranger.tolerate(/^https:\/\/images\.example\//u);
      await stranger.tab.goto(`${stack.pagesUrl}/${slug}`);
      const theirs = handsOf(stranger.tab);
      await theirs.fill('Password', PASSWORD);
      await theirs.use('Open page');
      await stranger.tab.getByText('Not saved yet').waitFor();
      const [followed] = await Promise.all([
        stranger.tab.waitForResponse((response) => response.url().includes('/go/')),
        theirs.use('Notes'),
      ]);
      expect([followed.status(), followed.headers()['location']]).toEqual([303, 'https://notes.example/']);
      await stranger.close();

      await hands.use('Analytics');
      await tab.getByRole('listitem').filter({ hasText: 'Notes 1' }).waitFor({ timeout: 60_000 });
    },
  );

  it('moves blocks by drag and by buttons', async () => {
    const page = await publishPage(admin(), 'ordered', {}, ['One', 'Two', 'Three'].map(link));
    const { tab } = await openAt(`/pages/${page}/edit`);
    const row = (title: string) => tab.locator('.blocks li').filter({ hasText: title });
    await row('One').dragTo(row('Three'));
    await waitFor('the order after the drag', async () => (await titlesOf(page)).join() === 'Two,Three,One');
    await keyboardOf(tab).use('Move up: link Three');
    await tab.getByText('Moved to position 1 of 3.').waitFor();
    expect(await titlesOf(page)).toEqual(['Three', 'Two', 'One']);
    expect(await tab.evaluate('document.activeElement.getAttribute("aria-label")')).toContain('link Three');
  });

  it('shows changes in the preview before they are saved, without changing the page', async () => {
    const page = await publishPage(admin(), 'shown', { title: 'Shown' }, [link('Before')]);
    const { tab, tolerate } = await openAt(`/pages/${page}/edit`);
    tolerate(/422/u);
    await tab.getByRole('button', { name: editOf('Before') }).click();
    await tab.locator('.blocks').getByLabel('Title of the link').fill('After');
    await previewIn(tab).getByRole('link', { name: 'After' }).waitFor();
    await tab
      .getByRole('radio', { name: /^Midnight/u })
      .or(tab.getByRole('radio').nth(3))
      .first()
      .check();
    await tab.getByText('not saved').waitFor();
    expect(await titlesOf(page)).toEqual(['Before']);
    // A change that the API does not accept keeps the last preview.
    await tab.locator('.blocks').getByLabel('URL of the link').fill('nowhere');
    await tab.getByText('The preview does not show your last change.').waitFor();
    await previewIn(tab).getByRole('link', { name: 'After' }).waitFor();
  });

  it('loses no edit of two windows', { timeout: 120_000 }, async () => {
    const page = await publishPage(admin(), 'twice', { title: 'Twice' }, [link('One'), link('Two')]);
    const [mine, theirs] = [await openAt(`/pages/${page}/edit`), await openAt(`/pages/${page}/edit`)];
    const settings = (tab: Page) => tab.getByRole('region', { name: 'Settings' });
    await settings(mine.tab).getByLabel('Tagline').fill('Mine');
    await settings(theirs.tab).getByLabel('Tagline').fill('Theirs');
    await settings(theirs.tab).getByLabel('Handle').fill('@theirs');
    await settings(theirs.tab).getByRole('button', { name: 'Save' }).click();
    await theirs.tab.getByText('The changes are saved.').waitFor();
    await settings(mine.tab).getByRole('button', { name: 'Save' }).click();
    const conflict = mine.tab.getByRole('alert').filter({ hasText: 'Another person has changed the page' });
    await conflict.getByText('Theirs', { exact: true }).waitFor();
    await conflict.getByText('Mine', { exact: true }).waitFor();
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await settings(mine.tab).getByRole('button', { name: 'Save' }).click();
    await mine.tab.getByText('The changes are saved.').waitFor();
    const read = await admin().GET(PAGE, { params: { path: { page } } });
    expect(expectStatus(read, 200).body.data).toMatchObject({ tagline: 'Mine', handle: '@theirs' });

    // Edits of two blocks are no conflict; the deletion of an edited block is one.
    const edit = async (tab: Page, title: string, to: string) => {
      await tab.getByRole('button', { name: editOf(title) }).click();
      const form = tab.locator('.blocks li').filter({ hasText: title });
      await form.getByLabel('Title of the link').fill(to);
      return form.getByRole('button', { name: 'Save' });
    };
    const saveOne = await edit(mine.tab, 'One', 'Mine one');
    const saveTwo = await edit(theirs.tab, 'Two', 'Their two');
    await saveTwo.click();
    await theirs.tab.getByText('The changes are saved.').last().waitFor();
    await saveOne.click();
    await waitFor('both edits', async () => (await titlesOf(page)).join() === 'Mine one,Their two');

    await mine.tab.locator('.blocks').getByLabel('Title of the link').fill('Kept');
    const deleted = theirs.tab.locator('.blocks li').filter({ hasText: 'Mine one' });
    await deleted.getByRole('button', { name: 'Delete' }).click({ timeout: 20_000 });
    await theirs.tab.getByRole('button', { name: 'Yes, delete' }).click();
    await mine.tab.getByRole('button', { name: 'Add it again with my changes' }).click({ timeout: 20_000 });
    await mine.tab.getByRole('button', { name: 'Add the block' }).click();
    await waitFor('the block is back', async () => (await titlesOf(page)).join() === 'Their two,Kept');
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('connects a domain with the DNS record to copy, and says why it is not verified', async () => {
    const { tab } = await openAt('/domains');
    await tab.getByLabel('Host name').fill('links.never-connected.example');
    await tab.getByRole('button', { name: 'Connect the domain' }).click();
    const card = tab.locator('article').filter({ hasText: 'links.never-connected.example' });
    await card.getByRole('button', { name: 'Copy the value' }).waitFor();
    await card.getByRole('button', { name: 'Verify' }).click();
    await card.getByText('domain_not_verified').waitFor({ timeout: 20_000 });
    const { data } = expectStatus(await admin().GET('/api/v1/biolinks/domains'), 200).body;
    const connected = data.find(({ host }) => host === 'links.never-connected.example');
    expect(await card.innerText()).toContain(connected?.verification?.value);
    await card.getByRole('button', { name: 'Disconnect' }).click();
    await tab.getByRole('button', { name: 'Yes, disconnect' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('creates, uses and deletes a pixel', async () => {
    const page = await publishPage(admin(), 'counted', {}, []);
    const { tab } = await openAt('/pixels');
    await tab.getByLabel('Name').fill('Shop analytics');
    await tab.getByLabel('ID of the pixel').fill('G-ABC1234567');
    await tab.getByRole('button', { name: 'Create the pixel' }).click();
    await tab.getByText('G-ABC1234567').waitFor();
    await tab.goto(`${stack.baseUrl}/console/pages/${page}/edit${owner}`);
    await tab.getByLabel('Shop analytics').check();
    await tab.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click();
    await tab.getByText('The changes are saved.').waitFor();
    expect(await (await fetch(`${stack.pagesUrl}/counted`)).text()).toContain('Decline');
    await tab.goto(`${stack.baseUrl}/console/pixels${owner}`);
    await tab.getByRole('button', { name: 'Delete' }).click();
    await tab.getByRole('button', { name: 'Yes, delete' }).click();
    await tab.getByText('This workspace has no pixel yet.').waitFor();
  });
});

import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS, showScreen } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

/** The focused element, as text, because the test types do not include the DOM. */
const FOCUSED = 'document.activeElement.id';

describeInChromium('a key that arrives in the console', () => {
  const { stack, openTab, admin, createLink } = consoleWorld();

  const at = (path: string, key: string) => `${stack.baseUrl}/console${path}#key=${key}`;

  /** A tab with a half-filled form of a new endpoint. */
  async function openForm() {
    const link = await createLink({ path: '/endpoints/new' });
    const opened = await openTab();
    await opened.tab.goto(link.url);
    await nameField(opened.tab).fill('Typed');
    await opened.tab.getByLabel('URL', { exact: true }).fill(`${stack.receiverUrl}/hooks/console`);
    return { ...opened, link };
  }

  const nameField = (tab: Page) => tab.getByLabel('Name', { exact: true });
  const question = (tab: Page) => tab.getByRole('dialog', { name: 'Switch the key?' });

  /** Opens a link in the same tab, as a click in a chat does. */
  const arrive = (tab: Page, key: string, path = '/events') =>
    tab.evaluate(`location.hash = ${JSON.stringify(`key=${key}&path=${path}`)}`);

  async function keyWith(permissions: readonly ('publishing:posts:read' | 'workspace:keys:read')[]) {
    const body = { name: 'Other', permissions: [...permissions] };
    return expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body.secret;
  }

  /** Revokes the key of a link and lets the form find out. */
  async function revoke(tab: Page, key: string): Promise<void> {
    // A read of the frame would be the first request with the revoked key.
    await tab.waitForLoadState('networkidle');
    expectStatus(await admin().DELETE('/api/v1/api-keys/{key}', { params: { path: { key } } }), 204);
    await tab.getByRole('button', { name: 'Create the endpoint' }).click();
    await tab.getByRole('alert').getByText('expired or was revoked').waitFor();
  }

  async function enter(tab: Page, key: string): Promise<void> {
    await tab.getByLabel('Workspace API key').fill(key);
    await tab.keyboard.press('Enter');
  }

  const LOOKS: readonly BrowserContextOptions[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1280].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
  );

  it.each(LOOKS)(
    'finds screens around the others that axe finds nothing on: $colorScheme, $viewport.width pixels',
    async (look) => {
      const [first, second] = [await createLink(), await createLink({}, 'W'.repeat(100))];
      const { tab, audit } = await openTab(look);
      const expectClean = async (screen: string): Promise<void> => {
        expect(await tab.evaluate(FITS), screen).toBe(true);
        expect(await audit(), screen).toEqual([]);
      };
      await tab.goto(`${stack.baseUrl}/console`);
      await enter(tab, 'wsk_wrong');
      await tab.getByRole('alert').getByText('has expired or was revoked').waitFor();
      await expectClean('the entry');
      await tab.goto(at('/coffee', await keyWith(['publishing:posts:read'])));
      await tab.getByRole('heading', { name: 'No such screen' }).waitFor();
      await expectClean('no such screen');
      await showScreen(tab, '/console/endpoints');
      await tab.getByText('This key cannot see').waitFor();
      await expectClean('no access');
      await tab.goto(first.url);
      await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
      await arrive(tab, new URLSearchParams(new URL(second.url).hash.slice(1)).get('key') ?? '');
      await question(tab).getByText('WWW').waitFor();
      await expectClean('the question');
    },
  );

  it.each(['/endpoints/%', '/events/100%', '/endpoints/%E0%A4%A'])(
    'shows no screen for %j, which cannot be decoded',
    async (path) => {
      const { tab, audit } = await openTab();
      await tab.goto(at('', stack.apiKey));
      await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
      await tab.evaluate(
        `history.pushState(null, '', ${JSON.stringify(`/console${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await tab.getByRole('heading', { name: 'No such screen' }).waitFor();
      expect(await audit()).toEqual([]);
      await tab.getByRole('main').getByRole('link', { name: 'Home' }).click();
      await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    },
  );

  it('keeps the screen and what was typed until the person switches', async () => {
    const { tab } = await openForm();
    await arrive(tab, stack.otherApiKey);
    await question(tab).getByText('did not save').waitFor();
    expect(new URL(tab.url()).pathname).toBe('/console/endpoints/new');
    await tab.keyboard.press('Escape');
    await question(tab).waitFor({ state: 'detached' });
    expect(await nameField(tab).inputValue()).toBe('Typed');
    await arrive(tab, stack.otherApiKey);
    await question(tab).getByRole('button', { name: 'Stay' }).click();
    expect(await nameField(tab).inputValue()).toBe('Typed');
    await arrive(tab, stack.otherApiKey);
    await question(tab).getByRole('button', { name: 'Switch' }).click();
    await tab.getByRole('heading', { name: 'Events', exact: true }).waitFor();

    expect(tab.url()).toBe(`${stack.baseUrl}/console/events`);
  });

  it('keeps the screen if the link no longer works, and says so', async () => {
    const { tab, audit } = await openForm();
    await arrive(tab, `wsk_${'x'.repeat(40)}`);
    const notice = tab.getByRole('alert').filter({ hasText: 'This console link no longer works.' });
    await notice.waitFor();

    expect(new URL(tab.url()).pathname).toBe('/console/endpoints/new');
    expect(new URL(tab.url()).hash).toBe('');
    expect(await nameField(tab).inputValue()).toBe('Typed');
    expect(await audit()).toEqual([]);
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  it('keeps a form behind a key that may not see it', async () => {
    const { tab, link, audit } = await openForm();
    await revoke(tab, link.id);
    await enter(tab, await keyWith(['publishing:posts:read']));
    await tab.getByRole('heading', { level: 1, name: 'No access' }).waitFor();
    expect(await audit()).toEqual([]);
    await arrive(tab, stack.apiKey, '');
    await question(tab).getByRole('button', { name: 'Switch' }).click();
    await tab.getByRole('heading', { name: 'New endpoint' }).waitFor();

    expect(await nameField(tab).inputValue()).toBe('Typed');
  });

  it('asks before the screens of another workspace replace a form whose key has ended', async () => {
    const { tab, link } = await openForm();
    await revoke(tab, link.id);
    await arrive(tab, stack.otherApiKey);
    await question(tab).getByRole('button', { name: 'Stay' }).click();
    await enter(tab, stack.otherApiKey);
    await question(tab).getByRole('button', { name: 'Stay' }).click();
    await enter(tab, stack.apiKey);
    await tab.getByRole('heading', { name: 'New endpoint' }).waitFor();

    expect(await nameField(tab).inputValue()).toBe('Typed');
    expect(await tab.evaluate(FOCUSED)).toBe('screen');
  });

  it('has a heading on every screen that it may not see', async () => {
    const secret = await keyWith(['publishing:posts:read']);
    const { tab, audit } = await openTab();
    for (const path of ['/endpoints', '/endpoints/new', '/events', '/catalogue', '/keys', '/audit']) {
      await tab.goto(at(path, secret));
      await tab.getByText('This key cannot see').waitFor();

      expect(await audit(), path).toEqual([]);
    }
  });
});

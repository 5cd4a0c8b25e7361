import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import { chromiumWorld, describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { editPage, publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const SIGNUP = {
  type: 'signup',
  title: 'Newsletter',
  button: 'Join',
  consent: 'Send me the newsletter. I can unsubscribe at any time.',
  thanks: 'Welcome aboard!',
} as const;
/** An address that browsers accept. */
const WRONG = 'ada@localhost';

// Code that runs in the page is text, because the test types do not include the DOM.
const FITS = 'document.documentElement.scrollWidth <= innerWidth';
const FOCUSED = "document.activeElement.getAttribute('name')";
const IS_IN_VIEW = `(() => {
  const { top, bottom } = document.querySelector('.signup').getBoundingClientRect();
  return top < innerHeight && bottom > 0;
})()`;

describeInChromium('the sign-up form of a page', () => {
  const { stack, openTab } = chromiumWorld();
  let api: ApiClient;
  let page: string;

  beforeAll(async () => {
    api = apiClient(stack.baseUrl, stack.apiKey);
    page = await publishPage(api, 'join', {}, [
      { type: 'header', title: 'Before the form' },
      ...Array.from({ length: 12 }, (_, n) => ({ type: 'text', text: `Paragraph ${n}` }) as const),
      SIGNUP,
    ]);
  });

  async function open(options: BrowserContextOptions = {}) {
    const opened = await openTab(options);
    await opened.tab.goto(`${stack.pagesUrl}/join`);
    return opened;
  }

  async function contactOf(email: string) {
    const params = { query: { email } };
    return expectStatus(await api.GET('/api/v1/salesbot/contacts', { params }), 200).body.data[0];
  }

  it('signs a visitor up with the keyboard alone', async () => {
    const { tab } = await open();
    const type = async (name: string, text: string) => {
      while ((await tab.evaluate(FOCUSED)) !== name) await tab.keyboard.press('Tab');
      await tab.keyboard.type(text);
    };
    await type('name', 'Ada Moreau');
    await type('email', 'ada@example.com');
    await type('consent', ' ');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await tab.getByText(SIGNUP.thanks).waitFor();

    expect(await tab.evaluate(IS_IN_VIEW)).toBe(true);
    expect(await tab.locator('form').count()).toBe(0);
    expect(await tab.context().cookies()).toEqual([]);
    expect(await contactOf('ada@example.com')).toMatchObject({
      name: 'Ada Moreau',
      platform: 'biolink',
      consents: [{ page_id: page, text: SIGNUP.consent }],
    });
  });

  it('signs a visitor up with the mouse, and after a mistake without typing anything twice', async () => {
    const { tab } = await open();
    await tab.getByLabel('Name').fill('Grace');
    await tab.getByLabel('E-mail address').fill(WRONG);
    await tab.getByText(SIGNUP.consent).click();
    await tab.getByRole('button', { name: 'Join' }).click();
    await tab.getByRole('alert').waitFor();
    expect(await tab.evaluate(FOCUSED)).toBe('email');
    expect(await tab.evaluate(IS_IN_VIEW)).toBe(true);
    expect(await tab.getByLabel('Name').inputValue()).toBe('Grace');
    expect(await tab.getByLabel('E-mail address').inputValue()).toBe(WRONG);
    expect(await tab.getByRole('checkbox').isChecked()).toBe(true);
    await tab.getByLabel('E-mail address').fill('grace@example.com');
    await tab.getByRole('button', { name: 'Join' }).click();
    await tab.getByText(SIGNUP.thanks).waitFor();

    expect(await contactOf('grace@example.com')).toMatchObject({ name: 'Grace' });
  });

  it('works without JavaScript, and leads back to the page when its response is reloaded', async () => {
    const { tab } = await open({ javaScriptEnabled: false });
    await tab.getByLabel('E-mail address').fill(WRONG);
    await tab.getByRole('checkbox').check();
    await tab.getByRole('button', { name: 'Join' }).click();
    await tab.getByRole('alert').waitFor();
    await tab.goto(tab.url());

    expect(new URL(tab.url()).pathname).toBe('/join');
  });

  describe.each(THEMES)('in $id', ({ id, mode }) => {
    beforeAll(() => editPage(api, page, { theme: id }));

    it.each(mode === 'auto' ? (['light', 'dark'] as const) : (['light'] as const))(
      'is accessible with a mistake and after it, for users who prefer %s',
      async (colorScheme) => {
        const { tab, audit } = await open({
          colorScheme,
          viewport: { width: 320, height: 640 },
        });
        await tab.getByLabel('E-mail address').fill(WRONG);
        await tab.getByRole('checkbox').check();
        await tab.getByRole('button', { name: 'Join' }).click();
        await tab.getByRole('alert').waitFor();
        expect(await audit()).toEqual([]);
        expect(await tab.evaluate(FITS)).toBe(true);
        const signedUp = await tab.locator('.signup').getAttribute('id');
        const block = signedUp?.replace('signup-', '');
        await tab.goto(`${stack.pagesUrl}/join?signed_up=${block}`);
        await tab.getByText(SIGNUP.thanks).waitFor();

        expect(await audit()).toEqual([]);
      },
    );
  });
});

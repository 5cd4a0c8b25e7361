import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceivedMail } from '#local/mail/mail-server.ts';
import {
  CHROMIUM_PATH,
  noteMissingChromium,
  startChromium,
} from '#test/support/fixtures/biolinks/chromium.ts';
import { openWatchedTab } from '#test/support/fixtures/biolinks/watched-tab.ts';
import { consoleUser, FITS } from '#test/support/fixtures/platform/console/console-user.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

noteMissingChromium();

const TARGETS = '/api/v1/notification-targets';
const ONE = '/api/v1/notification-targets/{target}';

describe.skipIf(CHROMIUM_PATH === undefined)('notifications by e-mail in the browser', () => {
  let stack: RunningStack;
  let browser: Browser;
  const { admin, createLink } = consoleUser(() => stack);

  beforeAll(async () => {
    browser = await startChromium();
    stack = await startStack();
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.discard();
  });

  /** The link to confirm an address, once its mail has arrived. */
  function linkTo(email: string): Promise<string> {
    return waitFor('the mail arrives', async () => {
      const received = (await (await fetch(`${stack.mailUrl}/mail`)).json()) as ReceivedMail[];
      const text = received.find(({ to }) => to === email)?.text ?? '';
      return /http\S+\/notification-mail\/confirm\.\S+/u.exec(text)?.[0];
    });
  }

  async function createTarget(email: string) {
    const body = { name: 'Ada', kind: 'email', email, conditions: ['breaker_opened'] } as const;
    const created = await admin().POST(TARGETS, { body: { ...body, conditions: [...body.conditions] } });
    return expectStatus(created, 201).body.data;
  }

  const remove = async (target: string) =>
    expectStatus(await admin().DELETE(ONE, { params: { path: { target } } }), 204);

  it('adds an address, shows its error at the field, and asks for a confirmation once an hour', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const link = await createLink({ path: '/notifications' });
    const { tab, complaints, foreign, close } = await openWatchedTab(browser, stack.baseUrl, {
      viewport: { width: 1280, height: 900 },
    });
    await tab.goto(link.url);
    await tab.getByRole('button', { name: 'Add a target' }).click();
    await tab.getByLabel('Name').fill('Ada');
    await tab.getByLabel('Kind').selectOption('email');
    expect(await tab.getByLabel('URL').count()).toBe(0);
    // The browser accepts this address, the API does not.
    await tab.getByLabel('E-mail address').fill('ada@localhost');
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.locator('.errors').waitFor();
    expect(await tab.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    expect(await tab.locator('.errors').innerText()).toMatch(/request \S+/u);

    await tab.getByLabel('E-mail address').fill(email);
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.getByText('Nothing is sent until the owner').first().waitFor();
    expect(await tab.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    const confirm = await linkTo(email);
    await tab.getByRole('button', { name: 'Send the confirmation again' }).click();
    await tab.getByText('less than an hour ago').waitFor();

    const page = await openWatchedTab(browser, stack.baseUrl);
    await page.tab.goto(confirm);
    await page.tab.keyboard.press('Tab');
    await page.tab.keyboard.press('Enter');
    await page.tab.getByRole('heading', { name: 'Confirmed' }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();

    await tab.reload();
    await tab.goto(link.url);
    await tab.getByText('The owner of the address has confirmed it.').waitFor();
    expect(await tab.getByRole('button', { name: 'Send a test' }).count()).toBe(1);
    const [{ id } = { id: '' }] = expectStatus(await admin().GET(TARGETS), 200).body.data;
    await remove(id);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
    await close();
  });

  const LOOKS: readonly BrowserContextOptions[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1280].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
  );

  it.each(LOOKS)(
    'shows a page that axe finds nothing on: $colorScheme, $viewport.width pixels',
    async (look) => {
      const email = `o'neil&co+${'w'.repeat(50)}@${'long-name.'.repeat(12)}${randomUUID()}.example.com`;
      const { id } = await createTarget(email);
      const link = await linkTo(email);
      const { tab, complaints, foreign, audit, close } = await openWatchedTab(browser, stack.baseUrl, look);
      for (const title of ['Receive notifications?', 'Confirmed', 'This link does not work']) {
        if (title === 'Confirmed') await tab.getByRole('button', { name: 'Confirm' }).click();
        else await tab.goto(link);
        await tab.getByRole('heading', { name: title }).waitFor();
        expect(await tab.title()).toBe(title);
        if (title !== 'This link does not work')
          expect(await tab.locator('main').innerText()).toContain(email);
        expect(await tab.evaluate(FITS), title).toBe(true);
        expect(await audit(), title).toEqual([]);
      }
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
      await remove(id);
      await close();
    },
  );
});

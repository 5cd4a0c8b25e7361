import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM_PATH,
  noteMissingChromium,
  startChromium,
} from '#test/support/fixtures/biolinks/chromium.ts';
import { openWatchedTab } from '#test/support/fixtures/biolinks/watched-tab.ts';
import { consoleUser } from '#test/support/fixtures/platform/console/console-user.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import {
  startWordPressServer,
  type WordPressServer,
} from '#test/support/fixtures/publishing/wordpress-server.ts';

noteMissingChromium();

describe.skipIf(CHROMIUM_PATH === undefined)('accounts of article networks in the console', () => {
  let stack: RunningStack;
  let browser: Browser;
  let wordpress: WordPressServer;
  const { createLink } = consoleUser(() => stack);

  beforeAll(async () => {
    [browser, stack, wordpress] = await Promise.all([
      startChromium(),
      startStack(),
      startWordPressServer(() => new Date(), 'abcd EFGH ijkl MNOP'),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.discard();
    await wordpress?.[Symbol.asyncDispose]();
  });

  it('are connected with an application password, and ask for an API key', async () => {
    const permissions = [
      'publishing:accounts:read',
      'publishing:accounts:write',
      'publishing:posts:read',
      'publishing:posts:write',
      'publishing:media:read',
      'publishing:tags:read',
    ] as const;
    const { hash } = new URL((await createLink({}, 'Ada', [...permissions])).url);
    const { tab, complaints, close } = await openWatchedTab(browser, stack.baseUrl, {});
    await tab.goto(`${stack.baseUrl}/console/accounts${hash}`);
    await tab.getByRole('button', { name: 'Connect an account' }).click();
    await tab.getByLabel('Network').selectOption({ label: 'dev.to' });
    expect(await tab.getByLabel('API key').getAttribute('type')).toBe('password');

    await tab.getByLabel('Network').selectOption({ label: 'WordPress' });
    await tab.getByLabel('Site').fill(wordpress.siteUrl);
    await tab.getByLabel('User name').fill('ada');
    await tab.getByLabel('Application password').fill('wrong');
    await tab.getByRole('button', { name: 'Connect', exact: true }).click();
    await tab.locator('.errors, .notice').first().waitFor();
    await tab.getByLabel('Application password').fill(wordpress.user.applicationPassword);
    await tab.getByRole('button', { name: 'Connect', exact: true }).click();

    await tab.locator('article').filter({ hasText: 'WordPress · ada' }).waitFor();

    await tab.goto(`${stack.baseUrl}/console/posts/new${hash}`);
    await tab.getByLabel('WordPress').first().check();
    await tab.getByLabel('Text of the post').fill('Ten lamps\n\nThey are warm.');
    const preview = tab.locator('article').filter({ hasText: 'Title: Ten lamps' });
    await preview.locator('.said').getByText('They are warm.', { exact: true }).waitFor();
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    await close();
  });
});

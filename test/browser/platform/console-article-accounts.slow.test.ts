import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import {
  startWordPressServer,
  type WordPressServer,
} from '#test/support/fixtures/publishing/wordpress-server.ts';

describeInChromium('accounts of article networks in the console', () => {
  let wordpress: WordPressServer;
  const { stack, keyOf, openWith } = consoleWorld();

  beforeAll(async () => {
    wordpress = await startWordPressServer(() => new Date(), 'abcd EFGH ijkl MNOP');
  });

  afterAll(async () => {
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
    const key = await keyOf('Ada', permissions);
    const { tab, tolerate } = await openWith(key, '/accounts');
    tolerate(/422/u);
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

    await tab.goto(`${stack.baseUrl}/console/posts/new${key}`);
    await tab.getByLabel('WordPress').first().check();
    await tab.getByLabel('Text of the post').fill('Ten lamps\n\nThey are warm.');
    const preview = tab.locator('article').filter({ hasText: 'Title: Ten lamps' });
    await preview.locator('.said').getByText('They are warm.', { exact: true }).waitFor();
  });
});

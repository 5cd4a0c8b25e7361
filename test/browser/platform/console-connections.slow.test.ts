import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ACCOUNTS = ['publishing:accounts:read', 'publishing:accounts:write'] as const;

describeInChromium('connections in the console', () => {
  const { stack, openTab, admin, createLink } = consoleWorld();

  beforeAll(async () => {
    const params = { path: { workspace: stack.workspaceId, provider: 'linkedin' } };
    const body = { client_id: 'local-app', client_secret: 'local-secret' };
    const app = '/os/api/{workspace}/accounts/apps/{provider}';
    expectStatus(await admin().PUT(app, { params, body }), 200);
  });

  /** Starts a connection and decides at the network, in a tab of its own. */
  async function decide(decision: 'Allow' | 'Deny', button = 'Connect with LinkedIn') {
    const { url } = await createLink({ path: '/accounts' }, 'Ada', ACCOUNTS);
    const opened = await openTab();
    await opened.tab.goto(url);
    await opened.tab.getByRole('button', { name: button, exact: true }).first().click();
    const other = opened.tab.context().waitForEvent('page');
    await opened.tab.getByRole('link', { name: 'Continue at LinkedIn' }).click();
    const network = await other;
    await network.getByRole('link', { name: decision }).click();
    await network.waitForURL(`${stack.baseUrl}/console/connect`);
    return { ...opened, network };
  }

  it('connect an account on a page of the network, and reconnect it', async () => {
    const { tab, network, audit, close } = await decide('Allow');
    await network.getByRole('heading', { name: 'Authorised' }).waitFor();
    await tab.getByRole('heading', { name: 'Ada L.' }).waitFor();
    await tab.getByText('Reconnect the account before').waitFor();

    expect(await tab.getByRole('button', { name: 'Connect with LinkedIn' }).count()).toBe(1);
    expect(await tab.evaluate(FITS)).toBe(true);
    expect(await audit()).toEqual([]);
    await close();

    const again = await decide('Allow', 'Reconnect');
    await again.network.getByRole('heading', { name: 'Authorised' }).waitFor();
    await again.tab.getByRole('button', { name: 'Reconnect', exact: true }).waitFor();
    expect(await again.tab.getByRole('heading', { name: 'Ada L.' }).count()).toBe(1);
  });

  it('say what to do if they are not authorised', async () => {
    const { tab, network } = await decide('Deny');
    await network.getByRole('heading', { name: 'Not connected' }).waitFor();
    await tab.getByRole('alert').getByText('was not authorised on the social network').waitFor();

    expect(await tab.getByRole('button', { name: 'Connect with LinkedIn' }).count()).toBe(1);
  });
});

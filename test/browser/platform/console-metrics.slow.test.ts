import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus, ingestOrderPaid } from '#test/support/fixtures/webhooks/webhook-user.ts';

const METRICS = '/api/v1/workspace-webhooks/{endpoint}/metrics';
const EVENTS = 3;
const PHONE = { viewport: { width: 390, height: 844 } };

describeInChromium('metrics in the console', () => {
  const { admin, breakEndpoint, openAt } = consoleWorld();

  /** An endpoint that has failed at each of some events, and all attempts are counted. */
  async function failing(name: string): Promise<string> {
    const { endpoint } = await breakEndpoint(name);
    for (let count = 1; count < EVENTS; count += 1) await ingestOrderPaid(admin(), String(count));
    await waitFor('the attempts are counted', async () => {
      const found = await admin().GET(METRICS, { params: { path: { endpoint: endpoint.id } } });
      return expectStatus(found, 200).body.data.attempts === EVENTS;
    });
    return endpoint.id;
  }

  it('show attempts and failures as charts and as numbers, and axe finds nothing', async () => {
    const endpoint = await failing('Measured');
    const { tab, audit } = await openAt(`/endpoints/${endpoint}/metrics`, PHONE);
    await tab.getByText(`${EVENTS} http_5xx`, { exact: true }).first().waitFor();
    await tab.getByText('Show the numbers').click();
    await tab
      .getByRole('cell', { name: `${EVENTS} http_5xx` })
      .first()
      .waitFor();

    expect(await tab.getByRole('img', { name: /^Attempts of each step/u }).count()).toBe(1);
    expect(await audit()).toEqual([]);
    expect(await tab.getByText('Show the API call').count()).toBe(1);
  });

  it('keep the range in the URL', async () => {
    const endpoint = await failing('Ranged');
    const { tab } = await openAt(`/endpoints/${endpoint}/metrics`, PHONE);
    await tab.getByRole('button', { name: '24 hours' }).click();
    await tab.getByText(`${EVENTS} http_5xx`, { exact: true }).first().waitFor();

    expect(new URL(tab.url()).search).toBe('?step=5m');
    await tab.getByText('metrics?step=5m').waitFor({ state: 'attached' });
  });

  it('are a line in the row of each endpoint', async () => {
    await failing('Carded');
    const { tab, audit } = await openAt('/endpoints', PHONE);
    const row = tab.getByRole('row').filter({ hasText: 'Carded' });
    await row.getByText(`${EVENTS} attempts in the last 24 hours, ${EVENTS} failed`).waitFor();

    expect(await row.getByRole('img', { name: 'Attempts in each of the last 24 hours' }).count()).toBe(1);
    expect(await audit()).toEqual([]);
  });
});

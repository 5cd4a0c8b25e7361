import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM_PATH,
  noteMissingChromium,
  startChromium,
} from '#test/support/fixtures/biolinks/chromium.ts';
import { openWatchedTab } from '#test/support/fixtures/biolinks/watched-tab.ts';
import { consoleUser, FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

noteMissingChromium();

const ONE = '/api/v1/workspace-webhooks/{endpoint}';
const EVENT = 'salesbot.message.received';
const MAX_SUBSCRIPTIONS = 200;
const ID = '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10';
const MARKUP = '"><svg/onload=alert(1)>';

describe.skipIf(CHROMIUM_PATH === undefined)('hostile data on the screens of an endpoint', () => {
  let stack: RunningStack;
  let browser: Browser;
  const { admin, createLink } = consoleUser(() => stack);

  beforeAll(async () => {
    browser = await startChromium();
    stack = await startStack({ env: { RETRY_DELAYS: '600,600,600,600,600' } });
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.discard();
  });

  const hostileUrl = () => `${stack.receiverUrl}/status/500?${MARKUP}${'a'.repeat(1900)}`;

  /** An endpoint with every event and channel, whose texts are as long and as hostile as they can be, and its failed delivery. */
  async function createHostileEndpoint() {
    const catalogue = expectStatus(await admin().GET('/api/v1/workspace-webhooks/events'), 200).body.data;
    const subscriptions = catalogue.flatMap(({ event, channels }) =>
      channels.map((channel) => ({ event, channel })),
    );
    const body = {
      name: `${HOSTILE}${'W'.repeat(100)}`.slice(0, 100),
      description: `${HOSTILE}${'W'.repeat(280)}`.slice(0, 280),
      url: hostileUrl(),
      subscriptions: subscriptions.slice(0, MAX_SUBSCRIPTIONS),
    };
    const created = await admin()('POST', '/api/v1/workspace-webhooks', { body });
    expect(created).toMatchObject({ status: 201 });
    const endpoint: string = created.body.data.id;
    const path = { endpoint };
    expectStatus(await admin().PATCH(ONE, { params: { path }, body: { enabled: true } }), 200);
    const tags = Array.from({ length: 100 }, (_, index) => `${HOSTILE} ${index}`);
    const data = {
      contact: { id: ID, name: HOSTILE, tags },
      message: { id: ID, text: `${HOSTILE}${'M'.repeat(10_000)}`.slice(0, 10_000) },
    };
    const ingested = await admin()('POST', '/api/v1/salesbot/events', { body: { event: EVENT, data } });
    expect(ingested.body).toMatchObject({ data: {} });
    const delivery = await waitFor('a failed attempt', async () => {
      const listed = await admin().GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
        params: { path },
      });
      return expectStatus(listed, 200).body.data.find(({ attempts }) => attempts.length > 0);
    });
    return { endpoint, delivery: delivery.id };
  }

  it(
    'is text in both colour schemes, on a phone and on a desktop, and axe finds nothing',
    { timeout: 300_000 },
    async () => {
      const { endpoint, delivery } = await createHostileEndpoint();
      const link = await createLink();
      const key = new URL(link.url).hash;
      const screens = [
        { path: '/endpoints', shows: '<img src=x' },
        { path: `/endpoints/${endpoint}`, shows: '1 attempt' },
        { path: `/endpoints/${endpoint}/settings`, shows: 'Headers, signed' },
        { path: `/endpoints/${endpoint}/secret`, shows: 'timingSafeEqual' },
        { path: `/endpoints/${endpoint}/recover`, shows: 'Payloads are kept' },
        { path: `/deliveries/${endpoint}/${delivery}`, shows: 'onerror' },
        { path: '/endpoints/new', shows: 'Create the endpoint' },
      ];
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1280]) {
          const { tab, complaints, foreign, audit, close } = await openWatchedTab(browser, stack.baseUrl, {
            viewport: { width, height: 800 },
            colorScheme,
          });
          for (const { path, shows } of screens) {
            await tab.goto(`${stack.baseUrl}/console${path}${key}`);
            await tab.locator('main').getByText(shows).first().waitFor();
            if (path === '/endpoints/new') {
              await tab.getByLabel('Name', { exact: true }).fill(HOSTILE);
              await tab.getByLabel('URL', { exact: true }).fill(hostileUrl());
              await tab.getByLabel('salesbot.message.delivered').check();
              await tab.getByText('127.0.0.1', { exact: true }).waitFor();
            }

            expect(await tab.evaluate(FITS), `${path} at ${width}`).toBe(true);
            expect(await audit(), `${path} at ${width}, ${colorScheme}`).toEqual([]);
            expect(await tab.locator('img, svg:not(.axis, .bars)').count(), path).toBe(0);
            expect(await tab.getByText('Show the API call').count(), path).toBe(1);
          }
          expect(complaints).toEqual([]);
          expect(foreign).toEqual([]);
          await close();
        }
    },
  );

  it('is text in every dialog', async () => {
    const { endpoint } = await createHostileEndpoint();
    const link = await createLink({ path: `/endpoints/${endpoint}` });
    const { tab, complaints, audit, close } = await openWatchedTab(browser, stack.baseUrl, {
      viewport: { width: 360, height: 800 },
    });
    await tab.goto(link.url);
    for (const name of ['Pause', 'Take over', 'Delete']) {
      await tab.getByRole('button', { name, exact: true }).click();
      await tab.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).waitFor();

      expect(await tab.evaluate(FITS), name).toBe(true);
      expect(await audit(), name).toEqual([]);
      await tab.keyboard.press('Escape');
      await tab.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyWebhook } from '#clients/typescript/verify-webhook.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { type Hands, keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { expectStatus, ingestOrderPaid } from '#test/support/fixtures/webhooks/webhook-user.ts';

/** Rejected at once and for good, so that the deliveries are `failed`. */
const REJECTED = 400;

/** Home shows a failure after at most 30 seconds. */
const HOME_MS = 45_000;

/** From Home to a failed delivery. */
const MAX_CLICKS = 3;

describeInChromium('an outage, from the first link to the notification', () => {
  let receiver: CapturingReceiver;
  let onCall: CapturingReceiver;
  const { openTab, admin, createLink } = consoleWorld();

  beforeAll(async () => {
    [receiver, onCall] = await Promise.all([startReceiver(), startReceiver()]);
  });

  afterAll(async () => {
    await receiver?.close();
    await onCall?.close();
  });

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])('is repaired, and notifies, %s', { timeout: 180_000 }, async (way, handsOf) => {
    const { tab } = await openTab({ viewport: { width: 1280, height: 900 } });
    const hands = handsOf(tab);
    const name = `Till ${way}`;
    await tab.goto((await createLink()).url);

    const secret = await createEndpoint(tab, hands, name);
    receiver.behave(() => 204);
    await hands.use('Enable');
    await hands.use('Send a test event');
    const before = receiver.requests.length;
    await tab.getByRole('status').getByText('status 204').waitFor();
    const { body, headers } = receiver.requests[before] ?? receiver.requests.at(-1) ?? {};
    const signature = headers?.['x-webhook-signature'];
    expect(verifyWebhook(body ?? '', signature, secret)).toMatchObject({
      event: 'salesbot.store.order_paid',
      test: true,
    });

    const target = await addTarget(tab, hands, way);
    receiver.behave(() => REJECTED);
    for (const order of ['1', '2', '3']) await ingestOrderPaid(admin(), `${way} ${order}`);
    await waitFor('the failed attempts', async () => {
      const { data } = expectStatus(await admin().GET('/api/v1/workspace-webhooks'), 200).body;
      return data.find((each) => each.name === name)?.stats.consecutive_failures === 3;
    });
    expect(await findFailedDelivery(tab, hands, name)).toBeLessThanOrEqual(MAX_CLICKS);
    await expectNotification(target);

    receiver.behave(() => 200);
    const failed = tab.url();
    await hands.use('Resend');
    await tab.waitForURL((url) => url.href !== failed);
    await tab.getByText('This is a resend of').waitFor();
    await tab.getByText('succeeded').first().waitFor();

    await hands.use(name);
    await hands.use('Recover');
    await hands.use('Count');
    await hands.use('Send 2 deliveries again');
    await tab.getByText('2 of 2 deliveries were sent again.').waitFor();
    await tab.getByRole('heading', { name: 'Recovery completed' }).waitFor();
    await hands.use('Home');
    await tab.getByText('Nothing is broken').waitFor();

    await hands.use('Notifications');
    const row = tab
      .getByRole('row')
      .filter({ hasText: `to ${target.name}` })
      .filter({ hasText: name });
    await row.getByText('delivered').waitFor();
    expect(await row.innerText()).toMatch(/First final failure[^]*1 attempt, status 204/u);

    await hands.use('Endpoints');
    await hands.use(name);
    await hands.order('More actions', 'Delete');
    await hands.use('Yes, delete');
    await tab.getByText('This workspace has no webhook endpoint yet.').waitFor();
  });

  /** From Home to a new endpoint. Returns its secret. */
  async function createEndpoint(tab: Page, hands: Hands, name: string): Promise<string> {
    await hands.use('Endpoints');
    await hands.use('New endpoint');
    await hands.fill('Name', name);
    await hands.fill('URL', receiver.url);
    const preview = tab.getByRole('region', { name: 'Preview' });
    await tab.getByText('reachable', { exact: true }).waitFor();
    await tab.getByText('127.0.0.1', { exact: true }).waitFor();
    await hands.fill('Find an event', 'order paid');
    await hands.toggle('salesbot.store.order_paid');
    await preview.getByText('x-webhook-event: salesbot.store.order_paid').waitFor();
    await hands.use('Create the endpoint');
    await tab.getByRole('heading', { name: `${name} was created` }).waitFor();
    return tab.locator('.secret').innerText();
  }

  /** From any screen to a target that is notified about the first final failure. */
  async function addTarget(tab: Page, hands: Hands, way: string) {
    const name = `On call ${way}`;
    const path = `/on-call/${way.length}`;
    onCall.behave(() => 204);
    await hands.use('Notifications');
    await hands.use('Add a target');
    await hands.fill('Name', name);
    await hands.fill('URL', `${onCall.url}${path}`);
    await hands.use('Create the target');
    await tab.getByRole('heading', { name: `${name} was created` }).waitFor();
    const secret = await tab.locator('.secret').innerText();
    await hands.use('I have stored the secret');
    return { name, path, secret };
  }

  /** The target has received one verified notification about the failure. */
  async function expectNotification({ path, secret }: { readonly path: string; readonly secret: string }) {
    const received = () => onCall.requests.filter((request) => request.path.endsWith(path));
    const [first] = await waitFor('the notification', () => (received().length > 0 ? received() : undefined));
    expect(first && verifyDelivery(first, secret)).toMatchObject({
      notification: 'first_final_failure',
      test: false,
    });
    expect(received()).toHaveLength(1);
  }

  /** From Home to a delivery that failed. Returns the number of clicks. */
  async function findFailedDelivery(tab: Page, hands: Hands, name: string): Promise<number> {
    let clicks = 0;
    const click = async (control: string): Promise<void> => {
      clicks += 1;
      await hands.use(control);
    };
    await hands.use('Home');
    await tab
      .getByRole('article')
      .filter({ hasText: name })
      .getByText('3 attempts failed since the last success.')
      .waitFor({ timeout: HOME_MS });
    await click('See the failed delivery');
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();
    await tab.getByRole('listitem').getByText(`Status ${REJECTED}`).waitFor();
    return clicks;
  }
});

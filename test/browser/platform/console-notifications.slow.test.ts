import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const TARGETS = '/api/v1/notification-targets';
const ONE = '/api/v1/notification-targets/{target}';
const MAX_TARGETS = 5;

describeInChromium('notifications in the console', () => {
  let receiver: CapturingReceiver;
  let key: string;
  const { stack, openTab, admin, keyOf, openWith } = consoleWorld();

  beforeAll(async () => {
    receiver = await startReceiver();
    key = await keyOf();
  });

  afterAll(async () => {
    await receiver?.close();
  });

  const listTargets = async () => expectStatus(await admin().GET(TARGETS), 200).body.data;

  async function createSigned(name: string, url = `${receiver.url}/notify`) {
    const body = { name, kind: 'https', url, conditions: ['first_final_failure'] } as const;
    const created = await admin().POST(TARGETS, { body: { ...body, conditions: [...body.conditions] } });
    return expectStatus(created, 201).body;
  }
  const createTarget = async (name: string, url?: string) => (await createSigned(name, url)).data;

  afterEach(async () => {
    for (const { id } of await listTargets())
      expectStatus(await admin().DELETE(ONE, { params: { path: { target: id } } }), 204);
  });

  /** A tab that shows the screen with a key of an admin. */
  async function openScreen(options: BrowserContextOptions = {}) {
    const opened = await openWith(key, '/notifications', options);
    await opened.tab.getByRole('heading', { name: 'Log' }).waitFor();
    return opened;
  }

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])('adds, tests, edits and deletes a target %s', { timeout: 60_000 }, async (way, handsOf) => {
    const { tab } = await openTab({ viewport: { width: 1280, height: 900 } });
    const hands = handsOf(tab);
    const path = `/notify/${way.length}`;
    receiver.behave(() => 204);
    await tab.goto(`${stack.baseUrl}/console${key}`);
    await hands.use('Notifications');
    await tab.getByText('Nobody is notified yet.').waitFor();
    await hands.use('Add a target');
    await hands.fill('Name', `On call ${way}`);
    await hands.fill('URL', `${receiver.url}${path}`);
    await hands.toggle('Attempts exhausted');
    await hands.fill('Number of deliveries', '25');
    await hands.use('Create the target');
    await tab.getByRole('heading', { name: 'was created' }).waitFor();
    const secret = await tab.locator('code.secret').innerText();
    expect(await tab.locator('main').innerText()).toContain('timingSafeEqual');
    await hands.use('I have stored the secret');
    expect(await tab.locator('main').innerText()).not.toContain(secret);
    expect(await listTargets()).toMatchObject([
      {
        name: `On call ${way}`,
        conditions: ['first_final_failure', 'attempts_exhausted', 'breaker_opened'],
        exhausted_after: 25,
      },
    ]);

    await hands.use('Send a test');
    const rows = tab.getByRole('rowgroup', { name: 'notifications, part 1' }).getByRole('row');
    const row = rows.filter({ hasText: `to On call ${way}` });
    await row.getByText('delivered').waitFor();
    expect(await row.innerText()).toMatch(/Test[^]*1 attempt, status 204/u);
    await tab.getByText('Last notification: delivered status 204').waitFor();
    const sent = receiver.requests.find((request) => request.path.endsWith(path));
    expect(sent && verifyDelivery(sent, secret)).toMatchObject({ notification: 'test', test: true });

    await hands.use('Edit');
    await hands.toggle('First final failure');
    await hands.toggle('Circuit breaker closed');
    await hands.toggle('Rotation ending');
    await hands.use('Save');
    await tab.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await listTargets()).toMatchObject([
      {
        conditions: ['attempts_exhausted', 'breaker_opened', 'breaker_closed', 'rotation_ending'],
        exhausted_after: 25,
      },
    ]);

    await hands.use('Delete');
    await hands.use('Yes, delete');
    await tab.getByText('Nobody is notified yet.').waitFor();
    await row.getByText('to a deleted target').or(rows.getByText('to a deleted target')).first().waitFor();
    expect(await listTargets()).toEqual([]);
  });

  it('rotates the secret of a target, and counts down while both secrets sign', async () => {
    const { secret: first } = await createSigned('Rotated', `${receiver.url}/rotated`);
    const { tab } = await openScreen();
    receiver.behave(() => 204);
    const rotate = async (choose?: string): Promise<string> => {
      await tab.getByRole('button', { name: 'Rotate the secret' }).click();
      if (choose !== undefined) await tab.getByLabel(choose).check();
      await tab.getByRole('button', { name: 'Rotate', exact: true }).click();
      await tab.getByRole('dialog').waitFor({ state: 'detached' });
      const shown = await tab.locator('code.secret').innerText();
      await tab.getByRole('button', { name: 'I have stored the secret' }).click();
      expect(await tab.getByText(/whsec_/u).count()).toBe(0);
      return shown;
    };
    const testArrives = async () => {
      const known = receiver.requests.length;
      await tab.getByRole('button', { name: 'Send a test' }).click();
      return waitFor('the test arrives', () =>
        receiver.requests.slice(known).find(({ path }) => path.endsWith('/rotated')),
      );
    };
    const second = await rotate();
    await tab
      .getByRole('timer')
      .getByText(/^23:59:\d\d$/u)
      .waitFor();
    const between = await testArrives();
    for (const secret of [first, second])
      expect(verifyDelivery(between, secret ?? '')).toMatchObject({ test: true });

    await tab.getByRole('button', { name: 'Rotate the secret' }).click();
    expect(await tab.getByLabel('Keep the old secret valid').isDisabled()).toBe(true);
    await tab.getByRole('button', { name: 'Cancel' }).click();
    const third = await rotate('Revoke all earlier secrets now');
    await tab.getByRole('timer').waitFor({ state: 'detached' });
    const after = await testArrives();
    expect(verifyDelivery(after, third)).toMatchObject({ test: true });
    expect(() => verifyDelivery(after, second)).toThrow();
  });

  it('shows the error of a field at the field', async () => {
    const { tab } = await openScreen();
    await tab.getByRole('button', { name: 'Add a target' }).click();
    await tab.getByLabel('Name').fill('On call');
    await tab.getByLabel('URL').fill('ftp://example.com/');
    await tab.getByLabel('Attempts exhausted').check();
    await tab.getByLabel('Number of deliveries').fill('101');
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.locator('.errors').getByText('out_of_range').waitFor();

    expect(await tab.getByLabel('Number of deliveries').getAttribute('aria-invalid')).toBe('true');
    expect(await tab.locator('.errors').innerText()).toMatch(/request \S+/u);
    await tab.getByLabel('Number of deliveries').fill('25');
    expect(await tab.locator('.errors').count()).toBe(0);
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.locator('.errors').getByText('url_').waitFor();
    expect(await tab.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    for (const name of ['Attempts exhausted', 'First final failure', 'Circuit breaker opened'])
      await tab.getByLabel(name).uncheck();
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.locator('.errors').getByText('Send at least one condition.').waitFor();
    expect(await listTargets()).toEqual([]);
  });

  it('never overwrites the edit of another person', async () => {
    const target = await createTarget('Day shift');
    const { tab } = await openScreen();
    await tab.getByRole('button', { name: 'Edit' }).click();
    await tab.getByLabel('Circuit breaker closed').check();
    const params = { path: { target: target.id } };
    expectStatus(await admin().PATCH(ONE, { params, body: { name: 'Night shift' } }), 200);
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('revision_mismatch').waitFor();
    await tab.getByText('Another person has changed the target.').waitFor();
    expect(await listTargets()).toMatchObject([{ name: 'Night shift', conditions: ['first_final_failure'] }]);

    await tab.getByRole('button', { name: 'Discard my changes' }).click();
    expect(await tab.getByLabel('Name').inputValue()).toBe('Night shift');
    await tab.getByLabel('Circuit breaker closed').check();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('heading', { name: 'Night shift' }).waitFor();
    await tab.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await listTargets()).toMatchObject([
      { name: 'Night shift', conditions: ['first_final_failure', 'breaker_closed'] },
    ]);
  });

  it('shows the URL of a Slack webhook nowhere, and keeps it in an edit', async () => {
    const { tab } = await openScreen();
    receiver.behave(() => 200);
    await tab.getByRole('button', { name: 'Add a target' }).click();
    await tab.getByLabel('Name').fill('Channel');
    await tab.getByLabel('Kind').selectOption('slack');
    await tab.getByLabel('URL').fill(`${receiver.url}/slack/SECRETPART`);
    // The text of a closed disclosure is not visible, but it is in the page.
    const calls = (await tab.locator('.calls pre').allTextContents()).join('\n');
    expect(calls).toContain('POST');
    expect(calls).not.toContain('SECRETPART');
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.getByRole('heading', { name: 'Channel was created' }).waitFor();
    expect(await tab.locator('code.secret').count()).toBe(0);
    await tab.getByRole('button', { name: 'Close' }).click();
    await tab.getByText(/…PART/u).waitFor();
    await tab.getByRole('button', { name: 'Edit' }).click();
    await tab.getByLabel('Name').fill('Renamed');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('heading', { name: 'Renamed' }).waitFor();
    await tab.getByRole('button', { name: 'Send a test' }).click();
    await tab.getByText('Last notification: delivered').waitFor();

    expect(receiver.requests.some(({ path }) => path.endsWith('/slack/SECRETPART'))).toBe(true);
    expect(await tab.content()).not.toContain('SECRETPART');
  });

  it('shows nothing to a key that may see the endpoints of one product only', async () => {
    const body = { name: 'One product', permissions: ['salesbot:webhooks:subscribe' as const] };
    const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    const { tab } = await openTab({ viewport: { width: 1280, height: 900 } });
    await tab.goto(`${stack.baseUrl}/console#key=${secret}&path=/notifications`);
    await tab
      .getByText('it requires publishing:webhooks:subscribe and salesbot:webhooks:subscribe')
      .waitFor();

    expect(await tab.getByRole('link', { name: 'Endpoints' }).count()).toBe(1);
    expect(await tab.getByRole('link', { name: 'Notifications' }).count()).toBe(0);
    expect(await tab.getByRole('button', { name: 'Add a target' }).count()).toBe(0);
  });

  it(
    'shows hostile text as text in both colour schemes, on a phone and on a desktop, and axe finds nothing',
    { timeout: 300_000 },
    async () => {
      const name = `${HOSTILE}${'W'.repeat(100)}`.slice(0, 100);
      for (let count = 0; count < MAX_TARGETS - 1; count += 1)
        await createTarget(name, `${receiver.url}/?"><svg/onload=alert(1)>${'a'.repeat(1900)}`);
      const endpoint = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/status/410`);
      const params = { path: { endpoint: endpoint.id } };
      const renamed = await admin().PATCH('/api/v1/workspace-webhooks/{endpoint}', {
        params,
        body: { name },
      });
      expectStatus(renamed, 200);
      await ingestOrderPaid(admin(), HOSTILE);
      await waitFor('the notifications about the failure', async () => {
        const { data } = expectStatus(await admin().GET('/api/v1/notifications'), 200).body;
        return data.filter((each) => each.endpoint_id === endpoint.id).length === MAX_TARGETS - 1;
      });
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1280]) {
          const { tab, audit, close } = await openScreen({
            viewport: { width, height: 800 },
            colorScheme,
          });
          const look = `${colorScheme} at ${width}`;
          await tab.getByRole('button', { name: 'Add a target' }).click();
          await tab.getByRole('button', { name: 'Edit' }).first().click();
          await tab.getByRole('button', { name: 'Save' }).waitFor();
          const log = tab.getByRole('rowgroup', { name: 'notifications, part 1' });
          await log.getByRole('link', { name: '<img src=x' }).first().waitFor();
          expect(await tab.evaluate(FITS), look).toBe(true);
          expect(await audit(), look).toEqual([]);

          await tab.getByLabel('Name').first().fill(name);
          await tab.getByLabel('URL').first().fill(`${receiver.url}/notify`);
          await tab.getByRole('button', { name: 'Create the target' }).click();
          await tab.getByText('timingSafeEqual').waitFor();
          expect(await tab.evaluate(FITS), `${look}, created`).toBe(true);
          expect(await audit(), `${look}, created`).toEqual([]);
          await tab.getByRole('button', { name: 'I have stored the secret' }).click();
          await tab.getByText('A workspace can have five targets.').waitFor();
          await tab.getByRole('button', { name: 'Delete' }).first().click();
          await tab.getByRole('dialog', { name: 'Delete the target?' }).waitFor();
          expect(await tab.evaluate(FITS), `${look}, dialog`).toBe(true);
          expect(await audit(), `${look}, dialog`).toEqual([]);
          await tab.getByRole('button', { name: 'Yes, delete' }).click();
          await tab.getByRole('button', { name: 'Add a target' }).waitFor();
          // Icons are hidden from screen readers, and markup of the text would not be.
          expect(await tab.locator('img, svg:not([aria-hidden])').count()).toBe(0);
          await close();
        }
    },
  );
});

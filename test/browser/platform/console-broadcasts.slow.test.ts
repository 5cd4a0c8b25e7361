import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const BROADCASTS = '/api/v1/broadcasts';
const BROADCAST = '/api/v1/broadcasts/{broadcast}';
const EDITOR: readonly Permission[] = [
  'salesbot:broadcasts:read',
  'salesbot:broadcasts:write',
  'salesbot:broadcasts:send',
  'workspace:members:read',
];
const APPROVER: readonly Permission[] = [...EDITOR, 'salesbot:broadcasts:approve'];

describeInChromium('broadcasts in the console', () => {
  let editor = '';
  let approver = '';
  const { stack, admin, keyOf, openWith } = consoleWorld();

  beforeAll(async () => {
    editor = await keyOf('Edith', EDITOR);
    approver = await keyOf('Ada', APPROVER);
  });

  const openAt = (path: string, key = approver, options: BrowserContextOptions = {}) =>
    openWith(key, path, options);

  async function createBroadcast(fields: object = {}): Promise<string> {
    const body = { name: 'Spring sale', message: { type: 'text' as const, body: 'Now' }, ...fields };
    return expectStatus(await admin().POST(BROADCASTS, { body }), 201).body.data.id;
  }

  async function readBroadcast(broadcast: string) {
    return expectStatus(await admin().GET(BROADCAST, { params: { path: { broadcast } } }), 200).body.data;
  }

  async function report(broadcast: string, body: object): Promise<void> {
    const params = { path: { broadcast } };
    expectStatus(await admin().POST(`${BROADCAST}/report`, { params, body }), 200);
  }

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])(
    'are written, approved, sent and followed to their end %s',
    { timeout: 90_000 },
    async (way, handsOf) => {
      const { tab } = await openAt('/broadcasts');
      const hands = handsOf(tab);
      const name = `Spring ${way}`;
      await hands.use('New broadcast');
      await hands.fill('Name', name);
      await hands.choose('Channel', 'WhatsApp');
      await hands.fill('Text', 'Everything is 20 % off.');
      await hands.fill('Audience', '{"tags": ["customers"]}');
      await hands.toggle('Needs an approval before it starts');
      await hands.use('Create the broadcast');
      await tab.getByRole('heading', { level: 1, name }).waitFor();
      const id = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
      expect(await readBroadcast(id)).toMatchObject({
        name,
        channel: 'whatsapp',
        message: { type: 'text', body: 'Everything is 20 % off.' },
        audience: { tags: ['customers'] },
        requires_approval: true,
        state: 'draft',
      });

      await hands.use('Send now');
      await hands.use('Yes, send now');
      await tab.getByRole('dialog').getByText('approval_required').waitFor();
      await hands.use('No');
      await hands.use('Approve');
      await tab.getByText('Approved by').waitFor();
      await hands.use('Send now');
      await hands.use('Yes, send now');
      await tab.locator('.steps [aria-current]').getByText('being sent').waitFor();

      await report(id, { recipients: 100, sent: 40, failed: 10 });
      await tab.getByText('40 reached, 10 failed, of 100 recipients.').waitFor();
      expect(await tab.getByRole('progressbar').getAttribute('value')).toBe('0.5');
      await report(id, { sent: 90, outcome: 'completed' });
      await tab.locator('.steps [aria-current]').getByText('finished').waitFor();

      await hands.use('Delete');
      await hands.use('Yes, delete');
      await tab.waitForURL(`${stack.baseUrl}/console/broadcasts`);
      expect((await admin().GET(BROADCAST, { params: { path: { broadcast: id } } })).status).toBe(404);
    },
  );

  it('are scheduled in the time zone of the workspace, moved, unscheduled and cancelled', async () => {
    const id = await createBroadcast();
    const { tab } = await openAt(`/broadcasts/${id}`);
    const start = tab.getByLabel('Start', { exact: true });
    await start.fill('2020-01-01T10:00');
    await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
    await tab.locator('.errors').getByText('schedule_in_past').waitFor();
    await start.fill('2090-01-01T10:00');
    await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
    await tab.locator('.steps [aria-current]').getByText('scheduled').waitFor();
    const { timezone } = expectStatus(await admin().GET('/api/v1/me'), 200).body.data.workspace;
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const { scheduled_at: at } = await readBroadcast(id).then((found) =>
      found.source === 'platform' ? found : { scheduled_at: null },
    );
    expect(local.format(new Date(at ?? ''))).toBe('2090-01-01 10:00');

    await start.fill('2090-01-02T10:00');
    await tab.getByRole('button', { name: 'Change the time' }).click();
    await tab.locator('dd time[datetime^="2090-01-02"]').waitFor();
    await tab.getByRole('button', { name: 'Unschedule' }).click();
    await tab.locator('.steps [aria-current]').getByText('draft').waitFor();
    await start.fill('2090-01-01T10:00');
    await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
    await tab.getByRole('button', { name: 'Cancel the broadcast' }).click();
    await tab.getByRole('button', { name: 'Yes, cancel the broadcast' }).click();
    await tab.locator('.steps [aria-current]').getByText('cancelled').waitFor();
  });

  it('explain how an edit affects the approval, and keep the content from keys that may not approve', async () => {
    const id = await createBroadcast({ requires_approval: true });
    const params = { path: { broadcast: id } };
    expectStatus(await admin().POST(`${BROADCAST}/approve`, { params }), 200);
    const { tab } = await openAt(`/broadcasts/${id}`, editor);
    await tab.getByText('Approved by').waitFor();
    expect(await tab.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await tab.getByLabel('Text').fill('Another text');
    await tab.getByText('The approval was given to the earlier content.').waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('and edited after that').waitFor();
    await tab.getByRole('button', { name: 'Send now' }).click();
    await tab.getByRole('button', { name: 'Yes, send now' }).click();
    await tab.getByRole('dialog').getByText('approval_outdated').waitFor();
    expect(await readBroadcast(id)).toMatchObject({ state: 'draft' });
  });

  it('are not approved if their content has changed since the person read it', async () => {
    const id = await createBroadcast({ requires_approval: true });
    const { tab, tolerate } = await openAt(`/broadcasts/${id}`);
    tolerate(/412|ERR_FAILED/u);
    await tab.getByRole('button', { name: 'Approve' }).waitFor();
    // The screen still shows the earlier content when the person presses the button.
    await tab.route('**/api/v1/broadcasts/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    const params = { path: { broadcast: id } };
    expectStatus(await admin().PATCH(BROADCAST, { params, body: { name: 'Other' } }), 200);
    await tab.getByRole('button', { name: 'Approve' }).click();
    await tab.getByText('revision_mismatch').waitFor();
    expect(await readBroadcast(id)).toMatchObject({ approval: null });
    // Chromium reports the aborted requests and the 412.
  });

  it('never overwrite the edit of another person', async () => {
    const id = await createBroadcast();
    const { tab } = await openAt(`/broadcasts/${id}`);
    await tab.getByLabel('Name', { exact: true }).fill('Mine');
    const body = { name: 'Theirs', message: { body: 'Theirs' } };
    expectStatus(await admin().PATCH(BROADCAST, { params: { path: { broadcast: id } }, body }), 200);
    await tab.getByRole('button', { name: 'Save' }).click();
    const conflict = tab.getByRole('alert').filter({ hasText: 'Another person has changed the broadcast.' });
    await conflict.getByText('now Theirs, yours Mine').waitFor();
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    expect(await tab.getByLabel('Text').inputValue()).toBe('Theirs');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  });

  it('say why an audience cannot be sent, and report a progress by hand', async () => {
    const { tab, tolerate } = await openAt('/broadcasts/new');
    tolerate(/422/u);
    await tab.getByLabel('Name', { exact: true }).fill('By hand');
    await tab.getByLabel('Text').fill('Now');
    await tab.getByLabel('Audience').fill('[1]');
    await tab.getByText('Use a JSON object').waitFor();
    expect(await tab.getByRole('button', { name: 'Create the broadcast' }).isDisabled()).toBe(true);
    await tab.getByLabel('Audience').fill('');
    await tab.getByRole('button', { name: 'Create the broadcast' }).click();
    await tab.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
    await tab.getByRole('button', { name: 'Send now' }).click();
    await tab.getByRole('button', { name: 'Yes, send now' }).click();
    await tab.getByText('Report by hand').click();
    await tab.getByLabel('Recipients', { exact: true }).fill('many');
    await tab.getByRole('button', { name: 'Report', exact: true }).click();
    await tab.locator('.errors').first().waitFor();
    await tab.getByLabel('Recipients', { exact: true }).fill('10');
    await tab.getByLabel('Outcome').selectOption('failed');
    await tab.getByLabel('Error', { exact: true }).fill('The provider has closed the account');
    await tab.getByRole('button', { name: 'Report', exact: true }).click();
    await tab.locator('.steps [aria-current]').getByText('failed').waitFor();
    await tab.getByText('The provider has closed the account').waitFor();
  });
});

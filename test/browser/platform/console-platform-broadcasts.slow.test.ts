import { randomInt } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf, mouseOf, typeTime } from '#test/support/fixtures/platform/console/console-hands.ts';
import { HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { chooseFilter } from '#test/support/fixtures/platform/console/list-filters.ts';
import { SENDER, sendingUser } from '#test/support/fixtures/platform/console/sending-user.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const BROADCAST = '/api/v1/broadcasts/{broadcast}';

describeInChromium('broadcasts of the platform in the console', () => {
  let sender = '';
  let number = '';
  const { stack, admin, keyOf, openWith } = consoleWorld();
  const { aVerifiedNumber, createBroadcast, readBroadcast, aTagOf, sendToTheEnd } = sendingUser(() => stack);

  beforeAll(async () => {
    sender = await keyOf('Sam', SENDER);
    number = await aVerifiedNumber('+14155550101');
  });

  const openAt = (path: string, key = sender, options: BrowserContextOptions = {}) =>
    openWith(key, path, options);

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])('are written %s', { timeout: 90_000 }, async (way, handsOf) => {
    const { tab } = await openAt('/broadcasts/new');
    const hands = handsOf(tab);
    const name = `Spring ${way}`;
    await hands.fill('Name', name);
    await hands.pick('This platform, over SMS or WhatsApp');
    await hands.choose('Platform', 'SMS');
    await tab.getByText('No phone number is verified for SMS.').waitFor();
    await hands.fill('Text', 'Hello 👋');
    await tab.getByText('8 characters, sent as 1 part of at most 70.').waitFor();
    await hands.choose('Platform', 'Sandbox');
    await hands.choose('Phone number', '+14155550101');
    await hands.choose('Type of message', 'template');
    await hands.choose('Template', 'order_update (en_US)');
    await hands.fill('Parameters', 'Ada');
    await tab.getByRole('region', { name: 'Preview' }).getByText('Ada').waitFor();
    await hands.choose('Type of message', 'text');
    await tab.getByRole('region', { name: 'Preview' }).getByText('Hello 👋').waitFor();
    await hands.fill('Stage', 'lead');
    await hands.fill('New tag (at least one)', 'vip');
    await hands.use('Add tag (at least one)');
    await hands.fill('New tag (all)', 'buyer');
    await hands.use('Add tag (all)');
    await hands.choose('Platform of the contact', 'SMS');
    await hands.fill('Messages per second', '0');
    await tab.getByText('Use a whole number from 1 to 1,000').waitFor();
    expect(await tab.getByRole('button', { name: 'Create the broadcast' }).isDisabled()).toBe(true);
    await hands.fill('Messages per second', '5');
    await hands.toggle('Quiet hours');
    await typeTime(tab, 'Quiet from', '20:30');
    await hands.fill('Budget in dollars', '12,50');
    await hands.choose('Events of messages', 'none');
    await hands.use('Create the broadcast');
    // The focus moves to the field with the error.
    await tab.locator('.errors').getByText('invalid_format').waitFor();
    expect(await tab.evaluate('document.activeElement.labels[0].textContent')).toBe('Budget in dollars');
    await hands.fill('Budget in dollars', '12.50');
    await hands.use('Create the broadcast');
    await tab.getByRole('heading', { level: 1, name }).waitFor();
    const id = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
    expect(await readBroadcast(id)).toMatchObject({
      name,
      sender: 'platform',
      message: { type: 'text', body: 'Hello 👋' },
      audience: { stage: 'lead', tags: { any: ['vip'], all: ['buyer'] }, platform: 'sms' },
      sending: {
        platform: 'sandbox',
        phone_number_id: number,
        rate_per_second: 5,
        quiet_hours: { from: '20:30', to: '08:00' },
        budget: { amount: '12.50000' },
        message_events: 'none',
        template: null,
      },
      state: 'draft',
    });

    await hands.fill('Budget in dollars', '3');
    await hands.use('Remove the tag vip');
    await hands.use('Save');
    await tab.getByText('The changes are saved.').waitFor();
    expect(await readBroadcast(id)).toMatchObject({
      audience: { stage: 'lead', tags: { all: ['buyer'] }, platform: 'sms' },
      sending: { budget: { amount: '3.00000' }, rate_per_second: 5 },
    });
  });

  it('never overwrite the edit of another person', async () => {
    const id = await createBroadcast({ audience: { stage: 'lead' } });
    const { tab } = await openAt(`/broadcasts/${id}`);
    await tab.getByLabel('Budget in dollars').fill('3');
    const body = { audience: { stage: 'buyer' }, sending: { rate_per_second: 7 } };
    expectStatus(await admin().PATCH(BROADCAST, { params: { path: { broadcast: id } }, body }), 200);
    await tab.getByRole('button', { name: 'Save' }).click();
    const conflict = tab.getByRole('alert').filter({ hasText: 'Another person has changed the broadcast.' });
    await conflict.getByText('now buyer').waitFor();
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    expect(await tab.getByLabel('Stage').inputValue()).toBe('buyer');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('The changes are saved.').waitFor();
    expect(await readBroadcast(id)).toMatchObject({
      audience: { stage: 'buyer' },
      sending: { rate_per_second: 7, budget: { amount: '3.00000' } },
    });
  });

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])('are sent, followed to their end and tried again %s', { timeout: 90_000 }, async (way, handsOf) => {
    const audience = await aTagOf({ Ada: '10', [HOSTILE]: '01', Eve: null });
    const sending = { platform: 'sandbox', budget: { amount: '1' } };
    const id = await createBroadcast({ name: `Sale ${way}`, audience, sending });
    const { tab } = await openAt(`/broadcasts/${id}`);
    const hands = handsOf(tab);
    await hands.use('Send now');
    await hands.use('Yes, send now');
    await tab.locator('.steps [aria-current]').getByText('finished').waitFor();
    await tab.getByText('2 recipients of 2 with an outcome.').waitFor();
    await tab
      .getByText('Its messages cost $0.01 of the budget of $1.00.')
      .or(tab.getByText('$0.02 of the budget'))
      .first()
      .waitFor();

    await hands.use('1 skipped');
    await tab.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
    await tab.getByRole('cell', { name: 'The contact has no phone number.' }).waitFor();
    await tab.getByRole('link', { name: 'Eve' }).waitFor();
    await hands.use('Status is skipped');
    await hands.choose('Status', 'failed');
    await tab.getByRole('link', { name: HOSTILE }).waitFor();
    expect(await tab.getByRole('row').count()).toBe(2);
    await hands.use(`Sale ${way}`);

    await hands.use('Retry the failed recipients');
    await hands.use('Yes, retry the failed recipients');
    await tab.getByRole('link', { name: 'another broadcast' }).waitFor();
    const draft = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
    expect(draft).not.toBe(id);
    expect(await readBroadcast(draft)).toMatchObject({ state: 'draft', audience: { failed_of: id } });
    await hands.fill('Name', 'Second try');
    await hands.use('Save');
    await tab.getByText('The changes are saved.').waitFor();
    expect(await readBroadcast(draft)).toMatchObject({ name: 'Second try', audience: { failed_of: id } });
  });

  it(
    'name recipients and price before they are sent or scheduled, and count again after an edit',
    { timeout: 60_000 },
    async () => {
      const audience = await aTagOf({ Ada: '10', Bob: '11', Eve: null });
      const id = await createBroadcast({
        audience,
        sending: { platform: 'sandbox', budget: { amount: '0.01' } },
      });
      const { tab } = await openAt(`/broadcasts/${id}`);
      await tab.getByText('The recipients have not been counted yet.').waitFor();
      await tab.getByLabel('Start', { exact: true }).fill('2090-01-01T10:00');
      await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
      const dialog = tab.getByRole('dialog');
      await dialog
        .getByText('2 contacts get the message, for about $0.02. Skipped: 1 contact has no phone number.')
        .waitFor();
      await dialog.getByText('The broadcast is paused when it reaches the budget').waitFor();
      await dialog.getByRole('button', { name: 'Yes, schedule' }).click();
      await tab.locator('.steps [aria-current]').getByText('scheduled').waitFor();

      await tab.getByRole('button', { name: 'Remove the tag' }).click();
      await tab.getByLabel('Stage').fill('nobody');
      await tab.getByRole('button', { name: 'Save' }).click();
      await tab.getByText('The broadcast has changed since its recipients were counted.').waitFor();
      // The dialog asks for an estimate of the new content, and can be confirmed only then.
      await tab.getByRole('button', { name: 'Send now' }).click();
      await dialog.getByText('Nobody gets the message').waitFor();
      await dialog.getByRole('button', { name: 'No', exact: true }).click();
      expect(await readBroadcast(id)).toMatchObject({ state: 'scheduled', audience: { stage: 'nobody' } });
    },
  );

  it('are not confirmed before the recipients are counted', async () => {
    const id = await createBroadcast({ audience: await aTagOf({ Ada: '10' }) });
    const { tab } = await openAt(`/broadcasts/${id}`);
    let isHeld = true;
    await tab.route('**/estimate', async (route) => {
      const response = await route.fetch();
      const { data, ...problem } = await response.json();
      const json = data ? { data: isHeld ? { ...data, state: 'counting' } : data } : problem;
      await route.fulfill({ response, json });
    });
    await tab.getByRole('button', { name: 'Send now' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByText('The recipients are being counted…').waitFor();
    expect(await dialog.getByRole('button', { name: 'Yes, send now' }).isDisabled()).toBe(true);
    isHeld = false;
    await dialog.getByText('1 contact gets the message, for about $0.01.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Yes, send now' }).isEnabled()).toBe(true);
  });

  it('go to a list that the form has uploaded', { timeout: 60_000 }, async () => {
    const uploader = await keyOf('Una', [...SENDER, 'salesbot:contacts:write']);
    const { tab, complaints } = await openAt('/broadcasts/new', uploader);
    await tab.getByLabel('Name', { exact: true }).fill('To a list');
    await tab.getByRole('radio', { name: 'This platform, over SMS or WhatsApp' }).click();
    await tab.getByLabel('Platform', { exact: true }).selectOption({ label: 'Sandbox' });
    await tab.getByLabel('Text', { exact: true }).fill('Now');
    await tab.getByText('Upload a list', { exact: true }).click();
    await tab.getByLabel('Name of the list').fill(HOSTILE);
    const phone = `+1202${randomInt(1_000_000, 9_999_999)}`;
    const lines = [JSON.stringify({ name: 'Ada', phone }), JSON.stringify({ name: 'Ada', phone }), '{'];
    const buffer = Buffer.from(lines.join('\n'));
    await tab
      .getByLabel('File of the list')
      .setInputFiles({ name: 'list.ndjson', mimeType: 'text/plain', buffer });
    await tab.getByRole('button', { name: 'Upload the list' }).click();
    const found = tab.getByText(`The list “${HOSTILE}” has 1 contact.`);
    await found
      .getByText('1 line had the contact of an earlier line. 1 line could not be used, first line 3')
      .waitFor();
    await tab.getByRole('button', { name: 'Create the broadcast' }).click();
    await tab.getByRole('heading', { level: 1, name: 'To a list' }).waitFor();
    await tab.getByRole('button', { name: 'Count the recipients' }).click();
    await tab.getByText('1 contact gets the message').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('say that another person has sent them meanwhile', async () => {
    const id = await createBroadcast({ audience: await aTagOf({ Ada: '10' }) });
    const { tab, tolerate } = await openAt(`/broadcasts/${id}`);
    tolerate(/ERR_FAILED/u);
    await tab.getByRole('button', { name: 'Send now' }).click();
    const yes = tab.getByRole('button', { name: 'Yes, send now' });
    await expect.poll(() => yes.isEnabled(), { timeout: 10_000 }).toBe(true);
    // The screen still shows the draft when the person confirms.
    await tab.route('**/api/v1/broadcasts/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await sendToTheEnd(id);
    await yes.click();
    await tab.getByRole('dialog').getByText('revision_mismatch').waitFor();
  });

  it('are sent once if the connection is lost', async () => {
    const id = await createBroadcast({ audience: await aTagOf({ Ada: '10' }) });
    const { tab, tolerate } = await openAt(`/broadcasts/${id}`);
    tolerate(/ERR_FAILED/u);
    await tab.route('**/estimate', (route) => route.abort());
    await tab.reload();
    await tab.goto(`${stack.baseUrl}/console/broadcasts/${id}${sender}`);
    await tab.getByRole('button', { name: 'Send now' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByText('No response from the API').first().waitFor();
    // Who cannot find out the price can send nevertheless.
    const yes = dialog.getByRole('button', { name: 'Yes, send now' });
    await tab.route(
      '**/send',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await yes.click();
    await dialog.getByText('Send it again: it is carried out only once.').waitFor();
    await yes.click();
    await tab.locator('.steps [aria-current]').getByText('finished').waitFor();
    expect(await readBroadcast(id)).toMatchObject({ recipients: 1, sent: 1 });
  });

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])(
    'say that their budget is used up, and go on with a higher one %s',
    { timeout: 60_000 },
    async (_, handsOf) => {
      const contacts = { Ada: '10', Bob: '11', Cid: '12' };
      const sending = { platform: 'sandbox', budget: { amount: '0.02' } };
      const id = await createBroadcast({ audience: await aTagOf(contacts), sending });
      await sendToTheEnd(id);
      const { tab, complaints } = await openAt(`/broadcasts/${id}`);
      const hands = handsOf(tab);
      await tab.getByText('The next message would exceed the budget.').waitFor();
      await tab.getByText('Its messages cost $0.02 of the budget of $0.02.').waitFor();
      await tab.getByRole('link', { name: '1 waiting' }).waitFor();
      await hands.use('Resume with a higher budget');
      await hands.fill('New budget in dollars', '0.01');
      await hands.use('Resume');
      await tab.getByRole('dialog').locator('.errors').getByText('out_of_range').waitFor();
      await hands.fill('New budget in dollars', '0.05');
      await hands.use('Resume');
      await tab.locator('.steps [aria-current]').getByText('finished').waitFor();
      await tab.getByText('Its messages cost $0.03 of the budget of $0.05.').waitFor();
      expect(complaints()).toEqual([]);
    },
  );

  it('are paused, resumed and cancelled while their recipients wait', async () => {
    const audience = await aTagOf({ Ada: '10', Bob: '11' });
    // Quiet hours of nearly the whole day, so that the recipients wait.
    const quiet_hours = { from: '00:00', to: '23:59' };
    const id = await createBroadcast({
      audience,
      sending: { platform: 'sandbox', rate_per_second: 1, quiet_hours },
    });
    const { tab } = await openAt(`/broadcasts/${id}`);
    await tab.getByRole('button', { name: 'Send now' }).click();
    await tab.getByRole('button', { name: 'Yes, send now' }).click();
    await tab.getByText('At this rate, the rest takes less than a minute, without quiet hours.').waitFor();
    await tab.getByRole('button', { name: 'Pause' }).click();
    await tab.getByText('The broadcast was paused on request. Resume it to continue.').waitFor();
    expect(await readBroadcast(id)).toMatchObject({ progress: { paused_reason: 'requested' } });
    await tab.getByRole('button', { name: 'Resume' }).click();
    await tab.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await readBroadcast(id)).toMatchObject({ progress: { paused_reason: null } });
    await tab.getByRole('button', { name: 'Pause' }).click();
    await tab.getByText('The broadcast was paused on request.').waitFor();
    await tab.getByRole('button', { name: 'Cancel the broadcast' }).click();
    await tab.getByRole('dialog').getByText('The others do not get it.').waitFor();
    await tab.getByRole('button', { name: 'Yes, cancel the broadcast' }).click();
    await tab.locator('.steps [aria-current]').getByText('cancelled').waitFor();
    await tab.getByRole('link', { name: '2 skipped' }).click();
    await tab
      .getByRole('cell', { name: 'The broadcast was cancelled before it reached the contact.' })
      .first()
      .waitFor();
  });

  it('show the recipients page by page, and an explanation if a filter is wrong', async () => {
    const audience = await aTagOf(
      Object.fromEntries(Array.from({ length: 53 }, (_, index) => [`Contact ${index}`, null])),
    );
    const [{ tags: one }, { tags: other }] = [audience, await aTagOf({ Ada: '10' })];
    const id = await createBroadcast({ audience: { tags: { any: [...one.any, ...other.any] } } });
    await sendToTheEnd(id);
    const { tab } = await openAt(`/broadcasts/${id}/recipients?status=skipped`);
    await tab.getByText('50 shown, there are more').waitFor();
    await tab.getByRole('button', { name: 'Load more recipients' }).click();
    await tab.getByText('53 shown', { exact: true }).waitFor();
    expect(await tab.getByRole('row').count()).toBe(54);
    await chooseFilter(tab, 'Reason', 'opted out');
    await tab.getByText('No recipient matches.').waitFor();
    await chooseFilter(tab, 'Status', 'all');
    await tab.getByText('50 shown, there are more').waitFor();
    expect(new URL(tab.url()).search).toBe('');
    await tab.goto(`${stack.baseUrl}/console/broadcasts/${id}/recipients?status=lost${sender}`);
    await tab.getByRole('search', { name: 'Filters' }).getByRole('list').waitFor();
  });
});

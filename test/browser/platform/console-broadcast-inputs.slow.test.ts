import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { SENDER, sendingUser } from '#test/support/fixtures/platform/console/sending-user.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const BROADCAST = '/api/v1/broadcasts/{broadcast}';

describeInChromium('what a person has entered about a broadcast', () => {
  let sender = '';
  const { stack, admin, keyOf, openWith } = consoleWorld();
  const { aVerifiedNumber, createBroadcast, readBroadcast, aTagOf, sendToTheEnd } = sendingUser(() => stack);

  beforeAll(async () => {
    sender = await keyOf('Sam', [...SENDER, 'salesbot:contacts:write']);
    await aVerifiedNumber('+14155550101');
  });

  const openAt = (path: string) => openWith(sender, path);

  async function newBroadcast() {
    const opened = await openAt('/broadcasts/new');
    await opened.tab.getByLabel('Name', { exact: true }).fill('To a list');
    await opened.tab.getByRole('radio', { name: 'This platform, over SMS or WhatsApp' }).click();
    await opened.tab.getByLabel('Platform', { exact: true }).selectOption({ label: 'Sandbox' });
    await opened.tab.getByLabel('Text', { exact: true }).fill('Now');
    return opened;
  }

  const aList = () => ({
    name: 'list.ndjson',
    mimeType: 'text/plain',
    buffer: Buffer.from(JSON.stringify({ phone: `+1202${randomInt(1_000_000, 9_999_999)}` })),
  });

  it('is kept while a list is uploaded slowly', async () => {
    const { tab } = await newBroadcast();
    await tab.getByText('Upload a list', { exact: true }).click();
    await tab.getByLabel('Name of the list').fill('Fair');
    await tab.getByLabel('File of the list').setInputFiles(aList());
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await tab.route('**/contacts/imports/*/start', async (route) => {
      await released;
      await route.continue();
    });
    await tab.getByRole('button', { name: 'Upload the list' }).click();
    await tab.getByLabel('Stage').fill('lead');
    await tab.getByLabel('Text', { exact: true }).fill('A better text');
    release();
    await tab.getByText('The list “Fair” has 1 contact.').waitFor();
    expect(await tab.getByLabel('Text', { exact: true }).inputValue()).toBe('A better text');
    expect(await tab.getByLabel('Stage').inputValue()).toBe('lead');
  });

  it('is not a broadcast to everybody if its list was not uploaded yet', async () => {
    const { tab } = await newBroadcast();
    const create = tab.getByRole('button', { name: 'Create the broadcast' });
    const file = tab.getByLabel('File of the list');
    await tab.getByText('Upload a list', { exact: true }).click();
    await file.setInputFiles(aList());
    await tab.getByText('Upload a list', { exact: true }).click();
    await create.click();
    expect(await file.isVisible()).toBe(true);
    expect(await tab.evaluate('document.activeElement.validationMessage')).toContain('Upload the list');

    const name = tab.getByLabel('Name of the list');
    await name.press('Enter');
    await name.fill('Fair');
    await name.press('Enter');
    await tab.getByText('The list “Fair” has 1 contact.').waitFor();
    expect(new URL(tab.url()).pathname).toBe('/console/broadcasts/new');
    const list = await tab.getByLabel('Uploaded list').inputValue();
    await create.click();
    await tab.getByRole('heading', { level: 1, name: 'To a list' }).waitFor();
    expect(await readBroadcast(idOf(tab))).toMatchObject({ audience: { list } });
  });

  it('is not lost if it is a tag that was not added', async () => {
    const { tab } = await newBroadcast();
    const create = tab.getByRole('button', { name: 'Create the broadcast' });
    await tab.getByLabel('New tag (at least one)').fill('vip');
    await create.click();
    expect(await tab.evaluate('document.activeElement.validationMessage')).toContain('Use “Add tag');
    await tab.getByRole('button', { name: 'Add tag (at least one)' }).click();
    await create.click();
    await tab.getByRole('heading', { level: 1, name: 'To a list' }).waitFor();
    expect(await readBroadcast(idOf(tab))).toMatchObject({ audience: { tags: { any: ['vip'] } } });
  });

  it('is saved or discarded before the broadcast can be sent or scheduled', async () => {
    const id = await createBroadcast({ audience: await aTagOf({ Ada: '10' }) });
    const { tab } = await openAt(`/broadcasts/${id}`);
    const dialog = tab.getByRole('dialog');
    await tab.getByLabel('Text', { exact: true }).fill('A better text');
    await tab.getByRole('button', { name: 'Send now' }).click();
    await dialog.getByText('1 contact gets the message').waitFor();
    await dialog.getByText('The form has changes that are not saved.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Yes, send now' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'No', exact: true }).click();
    await tab.getByLabel('Start', { exact: true }).fill('2090-01-01T10:00');
    await tab.getByRole('button', { name: 'Schedule', exact: true }).click();
    await dialog.getByText('The form has changes that are not saved.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Yes, schedule' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'No', exact: true }).click();

    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText('The changes are saved.').waitFor();
    await tab.getByRole('button', { name: 'Send now' }).click();
    await dialog.getByRole('button', { name: 'Yes, send now' }).click();
    await tab.getByText('1 recipient of 1 with an outcome.').waitFor();
    expect(await readBroadcast(id)).toMatchObject({ message: { body: 'A better text' } });
  });

  it('is the content that is sent, not that of another person', { timeout: 60_000 }, async () => {
    const id = await createBroadcast({ audience: await aTagOf({ Ada: '10' }) });
    const params = { path: { broadcast: id } };
    const edit = async (body: { audience?: Record<string, unknown>; name?: string }) =>
      expectStatus(await admin().PATCH(BROADCAST, { params, body }), 200);
    const { tab } = await openAt(`/broadcasts/${id}`);
    const dialog = tab.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: 'Yes, send now' });
    await tab.getByRole('button', { name: 'Send now' }).click();
    await dialog.getByText('1 contact gets the message').waitFor();
    await edit({ audience: await aTagOf({ Bob: '10', Cid: '10', Dan: '10' }) });
    // The dialog counts again, once the screen knows of the edit.
    await dialog.getByText('3 contacts get the message').waitFor();

    // Before it does, the confirmation has no effect.
    await edit({ name: 'Summer' });
    await yes.click();
    await dialog.getByText('revision_mismatch').waitFor();
    expect(await readBroadcast(id)).toMatchObject({ state: 'draft' });
    await dialog.getByText('Summer').waitFor();
    await expect.poll(() => yes.isEnabled(), { timeout: 10_000 }).toBe(true);
    await yes.click();
    await tab.getByText('3 recipients of 3 with an outcome.').waitFor();
  });

  it('is an audience of nobody, which no screen goes on to collect', async () => {
    const id = await createBroadcast({ audience: { stage: 'nobody has this stage' } });
    await sendToTheEnd(id);
    const { tab, complaints } = await openAt(`/broadcasts/${id}`);
    await tab.getByText('The audience has no recipient').waitFor();
    await tab.getByText('0 recipients of 0 with an outcome.').waitFor();
    expect(complaints()).toEqual([]);
  });
});

/** The ID of the broadcast that a tab shows. */
function idOf(tab: Page): string {
  return new URL(tab.url()).pathname.split('/').at(-1) ?? '';
}

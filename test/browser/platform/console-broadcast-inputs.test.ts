import { randomInt } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM_PATH,
  noteMissingChromium,
  startChromium,
} from '#test/support/fixtures/biolinks/chromium.ts';
import { openWatchedTab } from '#test/support/fixtures/biolinks/watched-tab.ts';
import { consoleUser } from '#test/support/fixtures/platform/console/console-user.ts';
import { SENDER, sendingUser } from '#test/support/fixtures/platform/console/sending-user.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/running-stack.ts';

noteMissingChromium();

describe.skipIf(CHROMIUM_PATH === undefined)('what a person has entered about a broadcast', () => {
  let stack: RunningStack;
  let browser: Browser;
  let sender = '';
  const { createLink } = consoleUser(() => stack);
  const { aVerifiedNumber, readBroadcast } = sendingUser(() => stack);

  beforeAll(async () => {
    [browser, stack] = await Promise.all([startChromium(), startStack()]);
    sender = new URL((await createLink({}, 'Sam', [...SENDER, 'salesbot:contacts:write'])).url).hash;
    await aVerifiedNumber('+14155550101');
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.discard();
  });

  async function openAt(path: string) {
    const opened = await openWatchedTab(browser, stack.baseUrl, { viewport: { width: 1280, height: 900 } });
    await opened.tab.goto(`${stack.baseUrl}/console${path}${sender}`);
    return opened;
  }

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
    const { tab, complaints, close } = await newBroadcast();
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
    expect(complaints).toEqual([]);
    await close();
  });

  it('is not a broadcast to everybody if its list was not uploaded yet', async () => {
    const { tab, complaints, close } = await newBroadcast();
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
    expect(complaints).toEqual([]);
    await close();
  });

  it('is not lost if it is a tag that was not added', async () => {
    const { tab, complaints, close } = await newBroadcast();
    const create = tab.getByRole('button', { name: 'Create the broadcast' });
    await tab.getByLabel('New tag of which one is enough').fill('vip');
    await create.click();
    expect(await tab.evaluate('document.activeElement.validationMessage')).toContain('Use “Add a tag');
    await tab.getByRole('button', { name: 'Add a tag of which one is enough' }).click();
    await create.click();
    await tab.getByRole('heading', { level: 1, name: 'To a list' }).waitFor();
    expect(await readBroadcast(idOf(tab))).toMatchObject({ audience: { tags: { any: ['vip'] } } });
    expect(complaints).toEqual([]);
    await close();
  });
});

/** The ID of the broadcast that a tab shows. */
function idOf(tab: Page): string {
  return new URL(tab.url()).pathname.split('/').at(-1) ?? '';
}

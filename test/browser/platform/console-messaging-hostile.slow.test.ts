import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM_PATH,
  noteMissingChromium,
  startChromium,
} from '#test/support/fixtures/biolinks/chromium.ts';
import { openWatchedTab } from '#test/support/fixtures/biolinks/watched-tab.ts';
import { consoleUser, FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { MESSAGING, messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/running-stack.ts';

noteMissingChromium();

const MAX_TAGS = 40;
const MAX_FIELDS = 50;
const MAX_CHARACTERS = 4096;
const CONTACTS = 100;
const MARKUP = '<img src=x';

describe.skipIf(CHROMIUM_PATH === undefined)('hostile texts of contacts and messages', () => {
  let stack: RunningStack;
  let browser: Browser;
  const { admin, createLink } = consoleUser(() => stack);
  const { connectNumber, createContact, startConversation, receive, send } = messagingUser(admin);

  beforeAll(async () => {
    browser = await startChromium();
    stack = await startStack();
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.discard();
  });

  /** As many and as long texts as the API accepts, all hostile, in a conversation. */
  async function createHostileConversation() {
    const number = await connectNumber('+12025550160');
    const name = `${HOSTILE}${'W'.repeat(255)}`.slice(0, 255);
    const tags = Array.from({ length: MAX_TAGS }, (_, index) => `${index} ${HOSTILE}`.slice(0, 64));
    const fields = Array.from({ length: MAX_FIELDS }, (_, index) => [
      `${'f'.repeat(37)}_${index}`,
      `${HOSTILE}${'M'.repeat(40)}`,
    ]);
    const contact = await createContact({
      name,
      stage: HOSTILE.slice(0, 64),
      tags,
      custom_fields: Object.fromEntries(fields),
      opted_out: ['whatsapp', 'sms'],
    });
    const conversation = await startConversation(contact);
    await receive(contact, `${HOSTILE}${'M'.repeat(MAX_CHARACTERS)}`.slice(0, MAX_CHARACTERS));
    for (let count = 0; count < 5; count += 1) await receive(contact, `${HOSTILE}\n\u202B${HOSTILE}`);
    await send(conversation, `${HOSTILE} ${'W'.repeat(1000)}`);
    return { contact, conversation, number };
  }

  async function expectText(tab: Page, audit: () => Promise<string[]>, place: string): Promise<void> {
    expect(await tab.evaluate(FITS), place).toBe(true);
    expect(await audit(), place).toEqual([]);
    expect(await tab.locator('img, svg').count(), place).toBe(0);
  }

  it(
    'are text in both colour schemes, on a phone and on a desktop, and axe finds nothing',
    { timeout: 300_000 },
    async () => {
      const { contact, conversation, number } = await createHostileConversation();
      for (let count = 1; count < CONTACTS; count += 1)
        await createContact({ name: `${count} ${HOSTILE}`, phone: null });
      const key = new URL((await createLink({}, HOSTILE, MESSAGING)).url).hash;
      const screens = [
        { path: '/contacts', shows: MARKUP },
        { path: `/contacts/${contact}`, shows: MARKUP },
        { path: '/contacts/new', shows: 'A contact has at least' },
        { path: '/conversations', shows: MARKUP },
        { path: `/conversations/${conversation}`, shows: 'delivered' },
        { path: '/numbers', shows: 'verified' },
        { path: `/numbers/${number}`, shows: 'hello_world' },
      ];
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1280]) {
          const { tab, complaints, foreign, audit, close } = await openWatchedTab(browser, stack.baseUrl, {
            viewport: { width, height: 800 },
            colorScheme,
          });
          for (const { path, shows } of screens) {
            const place = `${path} at ${width}, ${colorScheme}`;
            await tab.goto(`${stack.baseUrl}/console${path}${key}`);
            await tab.locator('main').getByText(shows).first().waitFor();
            await expectText(tab, audit, place);
          }
          await tab.goto(`${stack.baseUrl}/console/numbers${key}`);
          await tab.getByRole('button', { name: 'Connect a phone number' }).click();
          await tab.getByLabel('ID of the number at AWS').waitFor();
          await expectText(tab, audit, `connecting at ${width}, ${colorScheme}`);
          expect(complaints).toEqual([]);
          expect(foreign).toEqual([]);
          await close();
        }

      const phone = await openWatchedTab(browser, stack.baseUrl, { viewport: { width: 360, height: 800 } });
      for (const [path, label] of [
        [`/contacts/${contact}`, 'Delete'],
        [`/conversations/${conversation}`, 'Close'],
        ['/numbers', 'Disconnect'],
      ] as const) {
        await phone.tab.goto(`${stack.baseUrl}/console${path}${key}`);
        await phone.tab.getByRole('button', { name: label, exact: true }).first().click();
        await phone.tab.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).waitFor();
        await expectText(phone.tab, phone.audit, label);
        await phone.tab.keyboard.press('Escape');
        await phone.tab.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await phone.tab.getByRole('button', { name: 'Connect a phone number' }).waitFor();
      await phone.tab.goto(`${stack.baseUrl}/console/conversations/${conversation}${key}`);
      await phone.tab.getByRole('button', { name: 'Assign to another person' }).click();
      await phone.tab.getByLabel('Member').waitFor();
      await expectText(phone.tab, phone.audit, 'assigning');
      expect(phone.complaints).toEqual([]);
      await phone.close();
    },
  );
});

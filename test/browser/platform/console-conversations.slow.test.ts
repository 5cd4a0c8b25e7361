import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { chooseFilter } from '#test/support/fixtures/platform/console/list-filters.ts';
import { MESSAGING, messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const DESKTOP = { viewport: { width: 1280, height: 900 } };
/** More than a page of messages. */
const MANY = 53;
/** The contact beside a conversation is read every 15 seconds. */
const CONTACT_MS = 25_000;

// Code that runs in the page is text, because the test types do not include the DOM.
const FOCUSED = 'document.activeElement.labels?.[0]?.textContent';
const LOG = "document.querySelector('.log')";
const IS_AT_END = `${LOG}.scrollHeight - ${LOG}.scrollTop - ${LOG}.clientHeight < 5`;
const topOf = (text: string) =>
  `[...document.querySelectorAll('.message')].find((each) => each.textContent.includes(${JSON.stringify(text)})).getBoundingClientRect().top`;

describeInChromium('conversations in the console', () => {
  const world = consoleWorld();
  const { stack, openTab, admin, createLink } = world;
  const user = messagingUser(admin);
  const { createContact, startConversation, receive, send, uploadPicture } = user;

  const openAt = (path: string, options?: BrowserContextOptions) => world.openAt(path, options, MESSAGING);

  /** An open conversation on a number of the sandbox. */
  async function createConversation(messages: number) {
    const contact = await createContact();
    const conversation = await startConversation(contact);
    for (let number = 1; number <= messages; number += 1) await receive(contact, `Message ${number}.`);
    return { contact, conversation };
  }

  /** A conversation in a tab: this one, or a new one without messages. */
  async function openConversation(created?: Awaited<ReturnType<typeof createConversation>>) {
    const { contact, conversation } = created ?? (await createConversation(0));
    const opened = await openAt(`/conversations/${conversation}`);
    await opened.tab.getByLabel('Message', { exact: true }).waitFor();
    return { ...opened, contact, conversation };
  }

  const log = (tab: Page) => tab.getByRole('log', { name: 'Messages' });

  describe('from the phone number to the last message', () => {
    it.each([
      ['with the mouse', mouseOf, '+1 202 555 0180', '+1 202 555 0190'],
      ['with the keyboard alone', keyboardOf, '+1 202 555 0181', '+1 202 555 0191'],
    ])('are held %s', { timeout: 90_000 }, async (way, handsOf, number, phone) => {
      const { tab } = await openAt('/numbers');
      const hands = handsOf(tab);
      const name = `Ada ${way}`;
      await hands.use('Connect a phone number');
      await hands.choose('Platform', 'Sandbox');
      await hands.fill('Phone number', number);
      await hands.use('Connect');
      const card = tab.getByRole('article').filter({ hasText: number.replaceAll(' ', '') });
      await card.getByText('neither sends nor receives').waitFor();
      await hands.use('Verify');
      await card.getByText('verified', { exact: true }).waitFor();

      await hands.use('Contacts');
      await hands.use('New contact');
      await hands.fill('Name', name);
      await hands.fill('Phone number', phone);
      await hands.use('Create the contact');
      await tab.getByRole('heading', { level: 1, name }).waitFor();
      const contact = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
      await hands.choose('Start on', 'Sandbox');
      await hands.use('Start a conversation');
      await tab.getByText('There is no message yet.').waitFor();

      await hands.fill('Message', `Hello ${name}`);
      await tab.keyboard.press('Shift+Enter');
      await tab.keyboard.type('Second line');
      await tab.keyboard.press('Enter');
      const sent = log(tab)
        .getByRole('listitem')
        .filter({ hasText: `Hello ${name}` });
      await sent.getByText('delivered').waitFor();
      expect(await sent.locator('.said').innerText()).toBe(`Hello ${name}\nSecond line`);
      expect(await tab.getByLabel('Message', { exact: true }).inputValue()).toBe('');
      expect(await tab.evaluate(FOCUSED)).toBe('Message');

      await tab.keyboard.type('Not sent yet');
      await receive(contact, 'Thank you');
      await log(tab).getByText('Thank you').waitFor();
      await tab.getByRole('status').getByText(`${name}: Thank you`).waitFor({ state: 'attached' });
      expect(await tab.evaluate(FOCUSED)).toBe('Message');
      expect(await tab.getByLabel('Message', { exact: true }).inputValue()).toBe('Not sent yet');
      expect(await tab.evaluate(IS_AT_END)).toBe(true);

      await hands.use('Assign to me');
      await tab.getByText('Assigned to Linda').waitFor();
      await hands.use('Close');
      await hands.use('Yes, close');
      await tab.getByText('The conversation is closed. Reopen it to write.').waitFor();
      expect(await tab.getByLabel('Message', { exact: true }).count()).toBe(0);
      await hands.use('Reopen');
      await tab.getByLabel('Message', { exact: true }).waitFor();
      expect(await tab.getByLabel('Message', { exact: true }).inputValue()).toBe('Not sent yet');

      await hands.use('Conversations');
      await hands.use(name);
      await log(tab).getByText('Thank you').waitFor();
      await hands.use('Phone numbers');
      await hands.use('Disconnect');
      await hands.use('Yes, disconnect');
      await card.waitFor({ state: 'detached' });
    });
  });

  describe('on a number of the sandbox', () => {
    let long: Awaited<ReturnType<typeof createConversation>>;

    beforeAll(async () => {
      await user.connectNumber('+12025550170');
      long = await createConversation(MANY);
    }, 120_000);

    it('keep the place and the focus of the person when messages arrive', { timeout: 60_000 }, async () => {
      const { tab, contact } = await openConversation(long);
      await log(tab).getByText(`Message ${MANY}.`).waitFor();
      expect(await tab.evaluate(IS_AT_END)).toBe(true);
      await tab.evaluate(`${LOG}.scrollTop = 400`);
      await log(tab).focus();
      // The anchor is known after the event of the movement.
      await tab.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
      );
      const before = await tab.evaluate<number>(topOf('Message 10.'));
      await receive(contact, 'New one');
      const jump = tab.getByRole('button', { name: '1 new message' });
      await jump.waitFor();
      expect(Math.abs((await tab.evaluate<number>(topOf('Message 10.'))) - before)).toBeLessThan(3);
      expect(await tab.evaluate(`document.activeElement === ${LOG}`)).toBe(true);

      await jump.click();
      await waitFor('the end', () => tab.evaluate<boolean>(IS_AT_END));
      await jump.waitFor({ state: 'detached' });
    });

    it(
      'load older messages above without moving, and say nothing about them',
      { timeout: 60_000 },
      async () => {
        const { tab } = await openConversation(long);
        const more = log(tab).getByRole('button', { name: 'Load older messages' });
        await more.waitFor();
        expect(await log(tab).getByText('Message 1.', { exact: true }).count()).toBe(0);
        await tab.evaluate(`${LOG}.scrollTop = 0`);
        await tab.evaluate(
          'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
        );
        const before = await tab.evaluate<number>(topOf('Message 8.'));
        await more.click();
        await log(tab).getByText('Message 1.', { exact: true }).waitFor();
        expect(Math.abs((await tab.evaluate<number>(topOf('Message 8.'))) - before)).toBeLessThan(3);
        expect(await more.count()).toBe(0);
        await waitFor('the focus', () => tab.evaluate<boolean>(`document.activeElement === ${LOG}`));
        expect(await tab.locator('.chat > output').textContent()).toBe('');
      },
    );

    it('say why a message failed and what to do', async () => {
      const contact = await createContact({}, '01');
      const conversation = await startConversation(contact);
      const { tab } = await openAt(`/conversations/${conversation}`);
      await tab.getByLabel('Message', { exact: true }).fill('Hello');
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
      await log(tab).getByText('failed', { exact: true }).waitFor();
      await log(tab).getByText('The channel rejected the message. Check the phone number').waitFor();
      await tab.getByRole('status').getByText('A message is failed.').waitFor({ state: 'attached' });
      expect(await tab.evaluate(FOCUSED)).toBe('Message');
    });

    it('send nothing that is too long, and count the characters', async () => {
      const { tab, conversation } = await openConversation();
      const message = tab.getByLabel('Message', { exact: true });
      await message.fill('🙂'.repeat(4097));
      await tab.getByText('Remove 1 character.').waitFor();
      await message.press('Enter');
      expect(await tab.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
      expect(await message.getAttribute('aria-invalid')).toBe('true');
      await message.press('Backspace');
      await tab.getByText('4,096 of 4,096 characters').waitFor();
      await message.fill('   ');
      await message.press('Enter');
      expect(await user.readConversation(conversation)).toMatchObject({ last_message_at: null });
    });

    it('send a message once although its response is lost, and keep its text until then', async () => {
      const { tab, tolerate } = await openConversation();
      tolerate(/net::ERR_/u);
      const message = tab.getByLabel('Message', { exact: true });
      const isSend = (url: URL) => url.pathname.endsWith('/messages');
      await tab.route(isSend, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        await route.fetch();
        return route.abort();
      });
      await message.fill('Only once');
      await message.press('Enter');
      await tab.getByText('unknown whether the command was carried out').waitFor();
      expect(await message.inputValue()).toBe('Only once');
      await tab.unroute(isSend);
      await message.press('Enter');
      await waitFor('the empty field', async () => (await message.inputValue()) === '');
      await log(tab).getByText('delivered').waitFor();
      expect(await log(tab).getByText('Only once').count()).toBe(1);
    });

    it('send a template, and only templates outside of the 24 hours of WhatsApp', async () => {
      const contact = await createContact();
      const conversation = await startConversation(contact);
      const { tab } = await openTab(DESKTOP);
      // The local stack has no WhatsApp, so the tab reads the conversation of the sandbox as one.
      await tab.route(
        (url) => url.pathname === `/api/v1/salesbot/conversations/${conversation}`,
        async (route) => {
          const response = await route.fetch();
          const { data } = await response.json();
          await route.fulfill({ response, json: { data: { ...data, platform: 'whatsapp' } } });
        },
      );
      await tab.goto((await createLink({ path: `/conversations/${conversation}` }, 'Linda', MESSAGING)).url);
      await tab.getByText('WhatsApp accepts only templates now').waitFor();
      expect(await tab.getByLabel('Message', { exact: true }).count()).toBe(0);
      await tab.getByLabel('Template').selectOption({ label: 'hello_world (en_US)' });
      await tab.getByLabel('Parameters').fill('Ada\nC-1042');
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
      const sent = log(tab).getByRole('listitem').filter({ hasText: 'hello_world' }).first();
      await sent.getByText('C-1042').waitFor();
    });

    it('send a file of the media library with a caption, if the key can read the library', async () => {
      const contact = await createContact();
      const conversation = await startConversation(contact);
      const name = `<b>Engine</b> ${contact}`;
      const file = await uploadPicture(stack.workspaceId, name);
      const { tab, close } = await openTab(DESKTOP);
      const path = `/conversations/${conversation}`;
      await tab.goto((await createLink({ path }, 'Linda', [...MESSAGING, 'publishing:media:read'])).url);
      await tab.getByRole('combobox', { name: 'Send' }).selectOption({ label: 'a file' });
      await tab.getByLabel('File', { exact: true }).selectOption({ label: `${name} (image/png)` });
      await tab.getByLabel('Caption').fill('Our <i>shop</i>');
      await tab.getByRole('button', { name: 'Send', exact: true }).click();
      await log(tab).getByText('Our <i>shop</i>').waitFor();
      const { body } = await admin().GET('/api/v1/salesbot/conversations/{conversation}/messages', {
        params: { path: { conversation } },
      });
      expect(body).toMatchObject({ data: [{ type: 'image', media_id: file, text: 'Our <i>shop</i>' }] });
      expect(await tab.getByLabel('File', { exact: true }).inputValue()).toBe('');
      await close();

      const other = await openAt(path);
      await other.tab.getByLabel('Message', { exact: true }).waitFor();
      expect(await other.tab.getByRole('option', { name: 'a file' }).count()).toBe(0);
    });

    it('lead to the open conversation if there is one already', async () => {
      const contact = await createContact();
      const open = await startConversation(contact);
      const { tab } = await openAt(`/contacts/${contact}`);
      await tab.getByLabel('Start on').selectOption('sandbox');
      await tab.getByRole('button', { name: 'Start a conversation' }).click();
      await tab.getByText('conversation_open').waitFor();
      await tab.getByRole('link', { name: 'See the open conversation' }).click();
      await tab.getByText('There is no message yet.').waitFor();
      expect(tab.url()).toContain(open);
    });

    it('are filtered by status, platform and member, and name their contacts', async () => {
      const named = { name: 'Filtered' };
      const [first, second] = [await createContact(named), await createContact({ name: 'Elsewhere' })];
      const conversation = await startConversation(first);
      await startConversation(second, 'facebook');
      const { tab } = await openAt('/conversations');
      const rows = tab.getByRole('rowgroup', { name: 'conversations, part 1' }).getByRole('row');
      await rows.filter({ hasText: 'Filtered' }).waitFor();
      await chooseFilter(tab, 'Platform', 'facebook');
      await rows.filter({ hasText: 'Filtered' }).waitFor({ state: 'detached' });
      await rows.filter({ hasText: 'Elsewhere' }).waitFor();
      await chooseFilter(tab, 'Platform', 'all');
      await chooseFilter(tab, 'Status', 'closed');
      await tab.getByText('No conversation matches.').or(rows.first()).first().waitFor();
      await rows.filter({ hasText: 'Filtered' }).waitFor({ state: 'detached' });
      await chooseFilter(tab, 'Status', 'all');
      await chooseFilter(tab, 'Assigned to', 'me');
      await tab.getByText('No conversation matches.').waitFor();
      await chooseFilter(tab, 'Assigned to', 'all');
      await rows.filter({ hasText: 'Filtered' }).getByRole('link').click();
      await tab.getByRole('button', { name: 'Assign to me' }).click();
      await tab.getByText('Assigned to Linda').waitFor();
      await tab.goBack();
      await chooseFilter(tab, 'Assigned to', 'me');
      await rows.filter({ hasText: 'Filtered' }).waitFor();
      expect(tab.url()).toContain('assigned_to=');
      expect((await user.readConversation(conversation)).assigned_to).toMatchObject({ name: 'Linda' });
    });

    it('show what was said last and by whom, and that it failed', async () => {
      const contact = await createContact({ name: 'Said last' }, '01');
      const conversation = await startConversation(contact);
      const { tab } = await openAt('/conversations');
      const row = tab.getByRole('row').filter({ hasText: 'Said last' });
      await row.getByText('no message yet').waitFor();
      await receive(contact, 'Is it <b>open</b>? \u202e');
      await row.getByText('Is it <b>open</b>?').waitFor();
      expect(await row.getByText('You:').count()).toBe(0);
      await send(conversation, 'We are sorry about that.');
      await tab.getByText('You: We are sorry about that.').and(row.locator('*')).waitFor();
      await row.getByText('failed', { exact: true }).waitFor();
    });

    it('show a key without permissions no control', async () => {
      const { conversation } = long;
      const body = { name: 'Reads', permissions: ['salesbot:conversations:read' as const] };
      const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
      const { tab } = await openTab(DESKTOP);
      await tab.goto(`${stack.baseUrl}/console/conversations/${conversation}#key=${secret}`);
      await log(tab).getByText(`Message ${MANY}.`).waitFor();
      await tab.getByText('This key cannot see contacts.').waitFor();
      expect(await tab.getByLabel('Message', { exact: true }).count()).toBe(0);
      for (const name of ['Send', 'Close', 'Reopen', 'Assign to me'])
        expect(await tab.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      expect(await tab.locator('body').innerHTML()).not.toContain('wsk_');
    });
  });

  it(
    'on a channel of another system wait for it, and stop when the contact opts out',
    { timeout: 60_000 },
    async () => {
      const contact = await createContact({ platform: 'facebook' });
      const conversation = await startConversation(contact, 'facebook');
      const message = await send(conversation, 'Waiting');
      const { tab } = await openAt(`/conversations/${conversation}`);
      await log(tab).getByText('It waits for the system that sends on Facebook.').waitFor();
      await user.updateContact(contact, { opted_out: ['facebook'] });
      await tab.getByText('The contact has opted out of Facebook.').waitFor({ timeout: CONTACT_MS });
      expect(await tab.getByLabel('Message', { exact: true }).count()).toBe(0);
      const claim = await admin().POST('/api/v1/salesbot/messages/{message}/claim', {
        params: { path: { message } },
      });
      expectStatus(claim, 409);
      await log(tab).getByText('failed', { exact: true }).waitFor();
    },
  );
});

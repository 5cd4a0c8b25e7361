import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consentVersion } from '#shared/biolinks/render/signup-form.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import {
  chooseFilter,
  fillFilter,
  filterField,
} from '#test/support/fixtures/platform/console/list-filters.ts';
import { MESSAGING, messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const CONTACTS = '/api/v1/salesbot/contacts';
const DESKTOP = { viewport: { width: 1280, height: 900 } };

describeInChromium('contacts in the console', () => {
  let key: string;
  const { stack, openTab, admin, keyOf, openWith } = consoleWorld();
  const { createContact, readContact, updateContact } = messagingUser(admin);

  beforeAll(async () => {
    key = await keyOf('Linda', MESSAGING);
  });

  const openAt = (path: string, options?: BrowserContextOptions) => openWith(key, path, options);

  it.each([
    ['with the mouse', mouseOf, '+1 202 555 0121'],
    ['with the keyboard alone', keyboardOf, '+1 202 555 0122'],
  ])('are created, edited and deleted %s', { timeout: 60_000 }, async (way, handsOf, phone) => {
    const { tab } = await openAt('/contacts');
    const hands = handsOf(tab);
    const name = `Ada ${way}`;
    await hands.use('New contact');
    await hands.fill('Name', name);
    await hands.fill('Phone number', phone);
    await hands.choose('Platform', 'Sandbox');
    await hands.fill('Stage', 'lead');
    await hands.fill('New tag', 'vip');
    await hands.use('Add the tag');
    await hands.fill('New field', 'visits');
    await hands.use('Add the field');
    await hands.choose('Kind of visits', 'number');
    await hands.fill('visits', '3');
    await hands.fill('New date', 'birthday');
    await hands.use('Add the date');
    await hands.fill('birthday', '1990-03-14');
    await hands.fill('New date', 'contract_end');
    await hands.use('Add the date');
    await hands.fill('contract_end', '2027-06-30');
    await hands.choose('Repetition of contract_end', 'once');
    await hands.toggle('SMS');
    await hands.use('Create the contact');
    await tab.getByRole('heading', { level: 1, name }).waitFor();
    const id = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
    expect(await readContact(id)).toMatchObject({
      name,
      phone: phone.replaceAll(' ', ''),
      platform: 'sandbox',
      stage: 'lead',
      tags: ['vip'],
      custom_fields: { visits: 3 },
      dates: {
        birthday: { date: '1990-03-14', repeats: 'yearly' },
        contract_end: { date: '2027-06-30', repeats: 'never' },
      },
      opted_out: ['sms'],
    });

    await hands.fill('Stage', 'customer');
    await hands.use('Remove the tag vip');
    await hands.use('Remove the date birthday');
    await hands.toggle('SMS');
    await hands.use('Save');
    await tab.getByText('previously lead').waitFor();
    expect(await readContact(id)).toMatchObject({
      stage: 'customer',
      tags: [],
      opted_out: [],
      custom_fields: { visits: 3 },
      dates: { contract_end: { date: '2027-06-30', repeats: 'never' } },
    });

    await hands.use('Delete');
    await tab.getByRole('dialog').getByText('cannot be undone').waitFor();
    await hands.use('Yes, delete');
    await tab.waitForURL(`${stack.baseUrl}/console/contacts`);
    expect((await admin().GET(`${CONTACTS}/{contact}`, { params: { path: { contact: id } } })).status).toBe(
      404,
    );
  });

  it('are found by phone number, e-mail address, stage, tag and platform, in the URL', async () => {
    // A repetition of the test finds the contacts of the first run.
    const own = randomUUID().slice(0, 8);
    const id = await createContact({
      name: 'Wanted',
      email: `wanted-${own}@example.com`,
      stage: `wanted-${own}`,
      tags: [`tag-${own}`],
      platform: 'tiktok',
    });
    await createContact({ name: 'Other' });
    const { phone } = await readContact(id);
    const { tab } = await openAt('/contacts');
    const names = tab.locator('.rows a');
    await names.getByText('Other').first().waitFor();
    for (const [label, value] of [
      ['Phone number', phone ?? ''],
      ['E-mail address', `WANTED-${own}@example.com`],
      ['Stage', `wanted-${own}`],
      ['Tag', `tag-${own}`],
    ] as const) {
      await fillFilter(tab, label, value);
      await names.getByText('Other').first().waitFor({ state: 'detached' });
      // The list is empty until the filtered one is read.
      await names.getByText('Wanted').first().waitFor();
      expect(await names.allInnerTexts(), label).toEqual(['Wanted']);
      await tab.reload();
      await tab.getByLabel('Workspace API key').waitFor();
      await tab.goto(`${tab.url()}${key}`);
      await names.getByText('Wanted').waitFor();
      expect(await (await filterField(tab, label)).inputValue(), label).toBe(value);
      await fillFilter(tab, label, '');
      await names.getByText('Other').first().waitFor();
    }
    await chooseFilter(tab, 'Platform', 'tiktok');
    await names.getByText('Other').first().waitFor({ state: 'detached' });
    await names.getByText('Wanted').first().waitFor();
    expect(new Set(await names.allInnerTexts())).toEqual(new Set(['Wanted']));
    await fillFilter(tab, 'Phone number', 'hello');
    await tab
      .getByRole('search', { name: 'Filters' })
      .getByRole('list')
      .getByText('invalid_format')
      .waitFor();
    expect(await (await filterField(tab, 'Phone number')).getAttribute('aria-invalid')).toBe('true');
  });

  it('never overwrite the edit of another person', async () => {
    const id = await createContact({ stage: 'lead' });
    const { tab } = await openAt(`/contacts/${id}`);
    await tab.getByLabel('Name', { exact: true }).fill('Mine');
    await updateContact(id, { name: 'Theirs', stage: 'customer' });
    await tab.getByRole('button', { name: 'Save' }).click();
    const conflict = tab.getByRole('alert').filter({ hasText: 'Another person has changed the contact.' });
    await conflict.getByText('now Theirs, yours Mine').waitFor();
    expect(await readContact(id)).toMatchObject({ name: 'Theirs' });

    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    expect(await tab.getByLabel('Stage').inputValue()).toBe('customer');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    expect(await readContact(id)).toMatchObject({ name: 'Mine', stage: 'customer' });
  });

  it('show an error at its field, and lead to the contact that has the address', async () => {
    const id = await createContact({ name: 'First', email: 'taken@example.com' });
    const { tab } = await openAt('/contacts/new');
    await tab.getByLabel('Phone number').fill('030 901820');
    await tab.getByRole('button', { name: 'Create the contact' }).click();
    await tab.locator('.errors').getByText('invalid_format').waitFor();
    expect(await tab.evaluate('document.activeElement.labels[0].textContent')).toBe('Phone number');

    await tab.getByLabel('Phone number').fill('');
    await tab.getByLabel('E-mail address').fill('Taken@example.com');
    await tab.getByRole('button', { name: 'Create the contact' }).click();
    await tab.getByRole('alert').getByText('contact_exists').waitFor();
    await tab.getByRole('link', { name: 'See the other contact' }).click();
    await tab.getByRole('heading', { level: 1, name: 'First' }).waitFor();
    expect(tab.url()).toContain(id);
  });

  it('reject a tag or a field that is there already, and a wrong name of a field', async () => {
    const { tab } = await openAt('/contacts/new');
    const add = async (label: string, text: string) => {
      await tab.getByLabel(label).fill(text);
      await tab.keyboard.press('Enter');
    };
    await add('New tag', 'vip');
    await add('New tag', 'vip');
    await tab.getByText('The contact has this tag already.').waitFor();
    await add('New field', '1st');
    await tab.getByText('Use a letter first').waitFor();
    await add('New field', 'first');
    await tab.getByLabel('first', { exact: true }).waitFor();
    await add('New field', 'first');
    await tab.getByText('The contact has this field already.').waitFor();

    // Enter in these fields does not send the form.
    expect(new URL(tab.url()).pathname).toBe('/console/contacts/new');
    expect(await tab.getByRole('list', { name: 'Tags' }).getByRole('listitem').count()).toBe(1);
  });

  it('are read-only for a key that may only read them, and hidden from other keys', async () => {
    const id = await createContact({ name: 'Seen', custom_fields: { visits: 3 } });
    const secretOf = async (permissions: ('salesbot:contacts:read' | 'salesbot:conversations:read')[]) =>
      expectStatus(await admin().POST('/api/v1/api-keys', { body: { name: 'One', permissions } }), 201).body
        .secret;
    const { tab, close } = await openTab(DESKTOP);
    await tab.goto(
      `${stack.baseUrl}/console/contacts/${id}#key=${await secretOf(['salesbot:contacts:read'])}`,
    );
    await tab.getByRole('heading', { level: 1, name: 'Seen' }).waitFor();
    await tab.getByText('visits').waitFor();
    for (const name of ['Save', 'Delete', 'Start a conversation'])
      expect(await tab.getByRole('button', { name }).count(), name).toBe(0);
    expect(await tab.getByRole('link', { name: 'Events about the contact' }).count()).toBe(0);
    expect(await tab.getByRole('link', { name: 'Conversations' }).count()).toBe(0);
    await tab.getByRole('link', { name: 'Contacts' }).first().click();
    await tab.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    expect(await tab.getByRole('link', { name: 'New contact' }).count()).toBe(0);
    await close();

    const other = await openTab(DESKTOP);
    await other.tab.goto(
      `${stack.baseUrl}/console/contacts#key=${await secretOf(['salesbot:conversations:read'])}`,
    );
    await other.tab.getByText('it requires salesbot:contacts:read').waitFor();
    expect(await other.tab.getByRole('link', { name: 'Contacts' }).count()).toBe(0);
  });

  it('show the texts that they agreed to on pages, as text', async () => {
    const consent = `I agree. ${HOSTILE}`;
    const slug = `join-${randomUUID().slice(0, 8)}`;
    const email = `${slug}@example.com`;
    const page = await publishPage(admin(), slug, {}, [{ type: 'signup', title: 'Join', consent }]);
    const params = { path: { page } };
    const { data } = expectStatus(
      await admin().GET('/api/v1/biolinks/pages/{page}/blocks', { params }),
      200,
    ).body;
    const form = { email, consent: 'yes', version: consentVersion(consent) };
    await fetch(`${stack.pagesUrl}/${slug}/subscribe/${data[0]?.id}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    const listed = await admin().GET(CONTACTS, { params: { query: { email } } });
    const id = expectStatus(listed, 200).body.data[0]?.id;
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 360, height: 740 },
    ])
      for (const colorScheme of ['light', 'dark'] as const) {
        const { tab, audit, close } = await openAt(`/contacts/${id}`, { viewport, colorScheme });
        await tab.getByRole('heading', { name: 'Sign-ups' }).waitFor();
        expect(await tab.locator('.consents blockquote').innerText()).toBe(consent);
        expect(await tab.locator('.consents').innerText()).toContain(`${stack.pagesUrl}/${slug}`);
        expect(await tab.evaluate(FITS)).toBe(true);
        expect(await audit()).toEqual([]);
        await close();
      }
  });

  it('are found by their address, and by the ID', async () => {
    const id = await createContact({ name: 'Findable', email: 'findable@example.com' });
    for (const text of [id, 'findable@example.com']) {
      const { tab, close } = await openAt(`/find?id=${encodeURIComponent(text)}`);
      const found = tab.getByRole('list', { name: 'Found' }).getByRole('link', { name: 'Findable' });
      await found.waitFor();
      expect(await found.getAttribute('href')).toBe(`/console/contacts/${id}`);
      await close();
    }
  });
});

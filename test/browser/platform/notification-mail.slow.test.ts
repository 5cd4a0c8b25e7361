import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ReceivedMail } from '#local/mail/mail-server.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { FITS, HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const TARGETS = '/api/v1/notification-targets';
const ONE = '/api/v1/notification-targets/{target}';

describeInChromium('notifications by e-mail in the browser', () => {
  const { stack, openTab, admin, createLink } = consoleWorld();

  /** The text of a mail to an address, once it has arrived. */
  function mailTo(email: string, part: string): Promise<string> {
    return waitFor('the mail arrives', async () => {
      const received = (await (await fetch(`${stack.mailUrl}/mail`)).json()) as ReceivedMail[];
      return received.find(({ to, text }) => to === email && text.includes(part))?.text;
    });
  }

  /** A link in the mail that asks for a confirmation. */
  async function linkTo(email: string, purpose = 'confirm'): Promise<string> {
    const text = await mailTo(email, '/notification-mail/confirm.');
    return new RegExp(`http\\S+/notification-mail/${purpose}\\.\\S+`, 'u').exec(text)?.[0] ?? '';
  }

  async function createTarget(email: string, name = 'Ada') {
    const body = { name, kind: 'email', email, conditions: ['breaker_opened'] } as const;
    const created = await admin().POST(TARGETS, { body: { ...body, conditions: [...body.conditions] } });
    return expectStatus(created, 201).body.data;
  }

  const remove = async (target: string) =>
    expectStatus(await admin().DELETE(ONE, { params: { path: { target } } }), 204);

  it('adds an address, shows its error at the field, and asks for a confirmation once an hour', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    const link = await createLink({ path: '/notifications' });
    const { tab } = await openTab({ viewport: { width: 1280, height: 900 } });
    await tab.goto(link.url);
    await tab.getByRole('button', { name: 'Add a target' }).click();
    await tab.getByLabel('Name').fill('Ada');
    await tab.getByLabel('Kind').selectOption('email');
    expect(await tab.getByLabel('URL').count()).toBe(0);
    // The browser accepts this address, the API does not.
    await tab.getByLabel('E-mail address').fill('ada@localhost');
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.locator('.errors').waitFor();
    expect(await tab.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    expect(await tab.locator('.errors').innerText()).toMatch(/request \S+/u);

    await tab.getByLabel('E-mail address').fill(email);
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.getByText('Nothing is sent until the owner').first().waitFor();
    expect(await tab.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    const confirm = await linkTo(email);
    await tab.getByRole('button', { name: 'Send the confirmation again' }).click();
    await tab.getByText('less than an hour ago').waitFor();

    const page = await openTab();
    await page.tab.goto(confirm);
    await page.tab.keyboard.press('Tab');
    await page.tab.keyboard.press('Enter');
    await page.tab.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await page.close();

    await tab.reload();
    await tab.goto(link.url);
    await tab.getByText('The owner of the address has confirmed it.').waitFor();
    expect(await tab.getByRole('button', { name: 'Send a test' }).count()).toBe(1);
    const [{ id } = { id: '' }] = expectStatus(await admin().GET(TARGETS), 200).body.data;
    await remove(id);
  });

  const LOOKS: readonly BrowserContextOptions[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1280].map((width) => ({ colorScheme, viewport: { width, height: 800 } })),
  );

  it.each(LOOKS)(
    'shows a page that axe finds nothing on: $colorScheme, $viewport.width pixels',
    async (look) => {
      const email = `o'neil&co+${'w'.repeat(50)}@${'long-name.'.repeat(12)}${randomUUID()}.example.com`;
      const { id } = await createTarget(email);
      const link = await linkTo(email);
      const { tab, audit } = await openTab(look);
      for (const title of ['Receive notifications?', 'Confirmed', 'This link does not work']) {
        if (title === 'Confirmed') await tab.getByRole('button', { name: 'Confirm' }).click();
        else await tab.goto(link);
        await tab.getByRole('heading', { name: title }).waitFor();
        expect(await tab.title()).toBe(title);
        if (title !== 'This link does not work')
          expect(await tab.locator('main').innerText()).toContain(email);
        expect(await tab.evaluate(FITS), title).toBe(true);
        expect(await audit(), title).toEqual([]);
      }
      await remove(id);
    },
  );

  it('shows nothing of a hostile name, and mails it as readable text', { timeout: 180_000 }, async () => {
    const name = `${HOSTILE}${'W'.repeat(100)}`.slice(0, 100);
    const email = `ada-${randomUUID()}@example.com`;
    const { id } = await createTarget(email, name);
    const confirm = await linkTo(email);
    const unsubscribe = await linkTo(email, 'unsubscribe');

    /** Opens a link in every look, and presses the button of the page in the last one. */
    async function use(link: string, title: string, button: string, done: string): Promise<void> {
      for (const look of LOOKS) {
        const { tab, audit, close } = await openTab(look);
        const expectPage = async (heading: string): Promise<void> => {
          await tab.getByRole('heading', { name: heading }).waitFor();
          const shown = await tab.content();
          for (const part of ['onerror', '{{x}}', 'WWW', '\u202E']) expect(shown).not.toContain(part);
          expect(await tab.evaluate(FITS), heading).toBe(true);
          expect(await audit(), heading).toEqual([]);
        };
        await tab.goto(link);
        await expectPage(title);
        if (look === LOOKS.at(-1)) {
          await tab.getByRole('button', { name: button }).click();
          await expectPage(done);
        }
        await close();
      }
    }

    await use(confirm, 'Receive notifications?', 'Confirm', 'Confirmed');
    const params = { path: { target: id } };
    expectStatus(await admin().POST(`${ONE}/test`, { params }), 202);
    const mail = await mailTo(email, 'because you confirmed this address');
    expect(mail).toContain('“<img src=x onerror=alert(1)>gnp.exe');
    expect(mail).not.toContain('\u202E');
    await use(unsubscribe, 'Unsubscribe?', 'Unsubscribe', 'Unsubscribed');

    const { url } = await createLink({ path: '/notifications' });
    for (const look of LOOKS) {
      const { tab, audit, close } = await openTab(look);
      await tab.goto(url);
      await tab.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor();
      expect(await tab.evaluate(FITS)).toBe(true);
      expect(await audit()).toEqual([]);
      expect(await tab.locator('img, svg:not([aria-hidden])').count()).toBe(0);
      await close();
    }
    await remove(id);
  });

  it('rejects a name of 10,000 characters, and the form keeps a person from typing one', async () => {
    const body = { name: 'W'.repeat(10_000), kind: 'email', email: `${randomUUID()}@example.com` } as const;
    const rejected = await admin().POST(TARGETS, { body: { ...body, conditions: ['breaker_opened'] } });
    expect(expectStatus(rejected, 422).body).toMatchObject({
      errors: [{ pointer: '#/name', code: 'too_long' }],
    });

    const { tab } = await openTab();
    await tab.goto((await createLink({ path: '/notifications' })).url);
    await tab.getByRole('button', { name: 'Add a target' }).click();
    await tab.getByLabel('Name').focus();
    await tab.keyboard.insertText(body.name);
    expect((await tab.getByLabel('Name').inputValue()).length).toBe(100);
  });

  it(
    'shows one page for expired and foreign links, which confirm nothing',
    { timeout: 120_000 },
    async () => {
      const [email, other] = [`ada-${randomUUID()}@example.com`, `bob-${randomUUID()}@example.com`];
      const { id } = await createTarget(email);
      const { id: otherId } = await createTarget(other);
      const link = await linkTo(email);
      const secret = link.slice(link.lastIndexOf('.') + 1);
      const broken = [
        // The secret of this address for another target, for another workspace, and for another purpose.
        link.replace(id, otherId),
        link.replace(stack.workspaceId, randomUUID()),
        link.replace('/confirm.', '/unsubscribe.'),
        link.replace(secret, 'A'.repeat(secret.length)),
        `${link}x`,
      ];
      const watched = await openTab();
      const expectBroken = async (url: string, { tab } = watched): Promise<void> => {
        expect((await tab.goto(url))?.status(), url).toBe(404);
        await tab.getByRole('heading', { name: 'This link does not work' }).waitFor();
        expect(await tab.locator('main').innerText()).not.toContain('@');
        expect(await tab.getByRole('button').count()).toBe(0);
        // A request without the page confirms nothing either.
        expect((await fetch(url, { method: 'POST' })).status, url).toBe(404);
      };
      for (const url of broken) await expectBroken(url);
      const tables = openRawTables(stack);
      await tables.rewrite((item) => (item['id'] === id ? expired(item) : undefined));
      tables.close();
      for (const look of LOOKS) {
        const opened = await openTab(look);
        await expectBroken(link, opened);
        expect(await opened.tab.evaluate(FITS)).toBe(true);
        expect(await opened.audit()).toEqual([]);
        await opened.close();
      }

      for (const target of [id, otherId]) {
        const read = await admin().GET(ONE, { params: { path: { target } } });
        expect(expectStatus(read, 200).body.data.state).toBe('pending_confirmation');
        await remove(target);
      }
    },
  );
});

/** A stored target whose confirmation has just expired. */
function expired(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const destination: object = Object(item['destination']);
  const confirmation: object = 'confirmation' in destination ? Object(destination.confirmation) : {};
  return {
    ...item,
    destination: { ...destination, confirmation: { ...confirmation, expiresAt: Date.now() - 1 } },
  };
}

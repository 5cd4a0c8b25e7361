import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { FITS } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const LIST = '/api/v1/workspace-webhooks';
const ONE = '/api/v1/workspace-webhooks/{endpoint}';
const VALUE = 'opaque-7c1d9f4e';

describeInChromium('headers and signatures of endpoints in the console', () => {
  const { stack, admin, openAt } = consoleWorld();

  const receiver = () => `${stack.receiverUrl}/hooks/headers`;

  async function readEndpoint(endpoint: string) {
    return expectStatus(await admin().GET(ONE, { params: { path: { endpoint } } }), 200).body.data;
  }

  /** An endpoint with these fields. */
  async function createWith(body: { headers?: Record<string, string>; asymmetric_signatures?: boolean }) {
    const { id } = await createEnabledEndpoint(admin(), receiver());
    expectStatus(await admin().PATCH(ONE, { params: { path: { endpoint: id } }, body }), 200);
    return id;
  }

  async function fillForm(tab: Page, name: string): Promise<void> {
    await tab.getByLabel('Name', { exact: true }).fill(name);
    await tab.getByLabel('URL', { exact: true }).fill(receiver());
    await tab.getByLabel('salesbot.store.order_paid').check();
  }

  async function fillHeader(tab: Page, number: number, name: string, value: string): Promise<void> {
    const row = tab.getByRole('group', { name: `Header ${number}` });
    await row.getByLabel('Header name').fill(name);
    await row.getByLabel('Header value').fill(value);
  }

  async function save(tab: Page, consequence: string): Promise<void> {
    await tab.getByRole('button', { name: 'Save' }).click();
    const question = tab.getByRole('dialog', { name: 'Save the changes?' });
    await question.getByText(consequence).waitFor();
    await question.getByRole('button', { name: 'Save the changes' }).click();
    await question.waitFor({ state: 'detached' });
  }

  const headers = (tab: Page) => tab.getByRole('group', { name: 'Request headers (optional)' });

  describe('headers', () => {
    it('are created with a new endpoint, and their values are in no preview, call or URL', async () => {
      const { tab, audit } = await openAt('/endpoints/new');
      await fillForm(tab, 'Headers');
      const previews: string[] = [];
      tab.on('request', (request) => {
        if (request.url().endsWith('/preview')) previews.push(request.postData() ?? '');
      });
      const hands = keyboardOf(tab);
      await hands.use('Add a header');
      expect(await tab.evaluate('document.activeElement.labels[0].textContent')).toBe('Header name');
      await hands.fill('Header name', 'X-Api-Key');
      await hands.fill('Header value', VALUE);
      const value = tab.getByLabel('Header value');
      expect(await value.getAttribute('type')).toBe('password');
      await tab.getByRole('button', { name: 'Show the value of header 1' }).click();
      expect(await value.getAttribute('type')).toBe('text');
      expect(await value.getAttribute('autocomplete')).toBe('off');
      await tab.getByText('X-Api-Key: (your value)').waitFor();
      expect(await audit()).toEqual([]);
      await tab.getByText('Show the API call').click();
      const calls = await tab.locator('details.calls pre').innerText();
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByRole('heading', { name: 'Headers was created' }).waitFor();

      const { data } = expectStatus(await admin().GET(LIST), 200).body;
      expect(data.find(({ name }) => name === 'Headers')?.header_names).toEqual(['X-Api-Key']);
      expect(calls).toContain('"X-Api-Key":"(your value)"');
      expect(`${calls}${previews.join('')}`).not.toContain(VALUE);
      expect(previews.length).toBeGreaterThan(0);
      expect(tab.url()).not.toContain(VALUE);
      expect(await tab.content()).not.toContain(VALUE);
      expect(await tab.evaluate('JSON.stringify([history.state, { ...sessionStorage }])')).not.toContain(
        VALUE,
      );
    });

    it('show their errors at the row', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'Wrong headers');
      for (const [number, name, value] of [
        [1, 'Content-Type', 'text/plain'],
        [2, 'X-Empty', ''],
        [3, 'X-Empty', 'again'],
      ] as const) {
        await tab.getByRole('button', { name: 'Add a header' }).click();
        await fillHeader(tab, number, name, value);
      }
      const row = (number: number) => tab.getByRole('group', { name: `Header ${number}` });
      await row(1).getByText('header_reserved').waitFor();
      await row(3).getByText('Two headers have this name.').waitFor();
      const create = tab.getByRole('button', { name: 'Create the endpoint' });
      expect(await create.isDisabled()).toBe(true);
      await tab.getByRole('button', { name: 'Remove header 3' }).click();
      expect(await tab.evaluate('document.activeElement.textContent')).toBe('Add a header');
      await create.click();
      await row(2).getByText('header_value_invalid').waitFor();

      expect(await row(2).getByLabel('Header value').getAttribute('aria-invalid')).toBe('true');
      expect(await row(1).getByLabel('Header name').inputValue()).toBe('Content-Type');
    });

    it('are replaced as a whole, kept, and removed', async () => {
      const id = await createWith({ headers: { 'X-Api-Key': VALUE, 'X-Stage': 'test' } });
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await headers(tab).getByText('X-Stage').waitFor();
      await tab.getByRole('button', { name: 'Replace the headers' }).click();
      await tab.getByText('Saving replaces all request headers of the endpoint').waitFor();
      expect(await tab.getByLabel('Header name').first().inputValue()).toBe('X-Api-Key');
      await tab.getByRole('button', { name: 'Keep the current headers' }).click();
      expect(await tab.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await tab.getByRole('button', { name: 'Replace the headers' }).click();
      await tab.getByRole('button', { name: 'Remove header 2' }).click();
      await fillHeader(tab, 1, 'X-Api-Key', 'another value');
      await save(tab, 'These request headers replace all current ones: X-Api-Key');
      expect((await readEndpoint(id)).header_names).toEqual(['X-Api-Key']);
      expect(await tab.content()).not.toContain('another value');
      await tab.getByRole('button', { name: 'Remove all headers' }).click();
      await save(tab, 'All request headers are removed.');

      expect((await readEndpoint(id)).header_names).toEqual([]);
    });

    it('must be entered again for another origin', async () => {
      const id = await createWith({ headers: { 'X-Api-Key': VALUE } });
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await headers(tab).getByText('X-Api-Key').waitFor();
      await tab.getByLabel('URL', { exact: true }).fill('https://elsewhere.example.com/');
      await headers(tab).getByText('The URL has another origin').waitFor();
      await save(tab, 'New URL');
      await headers(tab).getByText('required').waitFor();

      expect((await readEndpoint(id)).url).toBe(receiver());
    });
  });

  describe('asymmetric signatures', () => {
    it('are turned on with a new endpoint, which shows the public key', async () => {
      const { tab, complaints } = await openAt('/endpoints/new');
      await fillForm(tab, 'Signed');
      await tab.getByLabel('Asymmetric signatures').check();
      await tab.getByText(/webhook-signature: v1,\S+ v1a,/u).waitFor();
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      const keys = tab.getByRole('region', { name: 'Public keys' });
      await keys.getByText(/^whpk_/u).waitFor();
      await keys.getByText(/\/jwks\.json$/u).waitFor();
      expect(complaints()).toEqual([]);
    });

    it('rotate together with the secret, and show how long the old key is valid', async () => {
      const id = await createWith({ asymmetric_signatures: true });
      const { tab, audit } = await openAt(`/endpoints/${id}/secret`);
      const keys = tab.getByRole('region', { name: 'Public keys' });
      const first = await keys.getByText(/^whpk_/u).innerText();
      await tab.getByRole('button', { name: 'Rotate the secret' }).click();
      await tab.getByText('The key pair of the asymmetric signatures rotates too.').waitFor();
      await tab.getByRole('button', { name: 'Rotate', exact: true }).click();
      await keys.getByText('Old key').waitFor();
      await keys.getByText('signs until').waitFor();

      expect(await keys.getByText(/^whpk_/u).allInnerTexts()).toEqual([expect.stringMatching(/./u), first]);
      expect(await keys.getByRole('button', { name: 'Copy the key' }).count()).toBe(2);
      expect(await audit()).toEqual([]);
    });

    it('are turned off after a warning', async () => {
      const id = await createWith({ asymmetric_signatures: true });
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await tab.getByLabel('Asymmetric signatures').uncheck();
      await save(tab, 'The key pair is deleted.');
      await tab.getByText('The changes are saved.').waitFor();

      expect((await readEndpoint(id)).public_keys).toEqual([]);
    });
  });

  it('fit a phone in both colour schemes, and axe finds nothing', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `X-${'W'.repeat(60)}${index}`);
    const id = await createWith({
      headers: Object.fromEntries(names.map((name) => [name, 'v'])),
      asymmetric_signatures: true,
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width: 360, height: 800 };
      const { tab, audit, close } = await openAt(`/endpoints/${id}/settings`, {
        viewport,
        colorScheme,
      });
      await tab.getByRole('button', { name: 'Replace the headers' }).click();
      expect(await tab.getByLabel('Header name').count()).toBe(10);
      expect(await tab.getByRole('button', { name: 'Add a header' }).isDisabled()).toBe(true);
      expect(await tab.evaluate(FITS)).toBe(true);
      expect(await audit()).toEqual([]);
      await tab.getByRole('link', { name: 'Secret' }).click();
      await tab.getByRole('region', { name: 'Public keys' }).waitFor();
      expect(await tab.evaluate(FITS)).toBe(true);
      expect(await audit()).toEqual([]);
      await close();
    }
  });
});

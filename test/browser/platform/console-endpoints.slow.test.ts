import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { fillFilter } from '#test/support/fixtures/platform/console/list-filters.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const LIST = '/api/v1/workspace-webhooks';
const ONE = '/api/v1/workspace-webhooks/{endpoint}';

describeInChromium('the endpoints in the console', () => {
  const { stack, openTab, admin, breakEndpoint, openAt } = consoleWorld();

  const receiver = () => `${stack.receiverUrl}/hooks/console`;

  /** Fills the form of a new endpoint and waits for its preview. */
  async function fillForm(tab: Page, name: string): Promise<void> {
    await tab.getByLabel('Name', { exact: true }).fill(name);
    await tab.getByLabel('URL', { exact: true }).fill(receiver());
    await tab.getByLabel('salesbot.store.order_paid').check();
    await tab.getByText('x-webhook-event: salesbot.store.order_paid').waitFor();
  }

  async function endpointsNamed(name: string) {
    const { data } = expectStatus(await admin().GET(LIST), 200).body;
    return data.filter((endpoint) => endpoint.name === name);
  }

  async function readEndpoint(endpoint: string) {
    return expectStatus(await admin().GET(ONE, { params: { path: { endpoint } } }), 200).body.data;
  }

  async function removeEndpoint(endpoint: string): Promise<void> {
    expectStatus(await admin().DELETE(ONE, { params: { path: { endpoint } } }), 204);
  }

  describe('a new endpoint', () => {
    it('is created once by a double click, and its previews store no response', async () => {
      const { tab } = await openAt('/endpoints/new');
      const previewed = tab.waitForRequest('**/preview');
      await fillForm(tab, 'Twice');
      expect(await (await previewed).headerValue('Idempotency-Key')).toBeNull();
      const sent: string[] = [];
      tab.on('request', (request) => {
        if (request.method() === 'POST' && new URL(request.url()).pathname === LIST)
          sent.push(request.headers()['idempotency-key'] ?? '');
      });
      // Both clicks come before the button can be disabled.
      await tab.evaluate(
        "document.querySelector('form').requestSubmit(); document.querySelector('form').requestSubmit()",
      );
      await tab.getByRole('heading', { name: 'Twice was created' }).waitFor();

      expect(sent).toEqual([expect.stringMatching(/./u)]);
      expect(await endpointsNamed('Twice')).toHaveLength(1);
    });

    it('is created once if the first response is lost, and its secret is shown', async () => {
      const { tab, tolerate } = await openAt('/endpoints/new');
      tolerate(/ERR_FAILED/u);
      await fillForm(tab, 'Lost');
      const url = `${stack.baseUrl}${LIST}`;
      await tab.route(url, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        return route.abort();
      });
      const create = tab.getByRole('button', { name: 'Create the endpoint' });
      await create.click();
      await tab.getByRole('alert').waitFor();
      await tab.unroute(url);
      await create.click();

      await tab.getByText(/^whsec_/u).waitFor();
      expect(await endpointsNamed('Lost')).toHaveLength(1);
    });

    it('shows the errors of the API at their fields, with code and request ID', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'Wrong');
      const field = tab.getByLabel('URL', { exact: true });
      await field.fill('http://hooks.example.com/');
      const message = tab.locator('.field', { has: field }).getByText('url_not_https');
      await message.waitFor();
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByRole('alert').getByText('url_not_https').waitFor();

      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await tab.evaluate('document.activeElement.type')).toBe('url');
      expect(await message.innerText()).toMatch(/url_not_https/u);
      expect(await tab.locator('.errors').first().innerText()).toMatch(/request [\w-]{8,}/u);
      expect(await endpointsNamed('Wrong')).toEqual([]);
      await field.fill(receiver());
      await message.waitFor({ state: 'detached' });
    });

    it('shows the preview of what was typed last, whatever answers last', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'Late');
      const held = Promise.withResolvers<void>();
      await tab.route('**/preview', async (route) => {
        if (route.request().postData()?.includes('/first') !== true) return route.continue();
        await held.promise;
        return route.fulfill({
          status: 422,
          json: { detail: 'The first answer', code: 'validation_failed' },
        });
      });
      const field = tab.getByLabel('URL', { exact: true });
      const asked = tab.waitForRequest((request) => request.postData()?.includes('/first') === true);
      await field.fill(`${stack.receiverUrl}/first`);
      await asked;
      await field.fill(`${stack.receiverUrl}/second`);
      const answered = tab.waitForResponse(
        (response) => response.request().postData()?.includes('/second') === true,
      );
      await answered;
      held.resolve();
      await tab.getByText('127.0.0.1', { exact: true }).waitFor();

      expect(await tab.getByText('The first answer').count()).toBe(0);
    });

    it('keeps what was typed while another key is entered', async () => {
      const { tab, link } = await openAt('/endpoints/new');
      await fillForm(tab, 'Kept');
      const path = { key: link.id };
      expectStatus(await admin().DELETE('/api/v1/api-keys/{key}', { params: { path } }), 204);
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByLabel('Workspace API key').fill(stack.apiKey);
      await tab.keyboard.press('Enter');
      await tab.getByRole('heading', { name: 'New endpoint' }).waitFor();

      expect(await tab.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept');
      expect(await tab.getByLabel('salesbot.store.order_paid').isChecked()).toBe(true);
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByRole('heading', { name: 'Kept was created' }).waitFor();
    });

    it('offers the events of the key, and explains the channels that do not report one', async () => {
      const permissions = ['salesbot:webhooks:subscribe'] as const;
      const body = { name: 'Sales', permissions: [...permissions] };
      const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
      const { tab } = await openTab();
      await tab.goto(`${stack.baseUrl}/console/endpoints/new#key=${secret}`);
      await tab.getByLabel('salesbot.message.delivered').check();
      const channels = tab.getByRole('group', { name: /^Channels of/u });

      expect(await tab.getByText('publishing.post.published').count()).toBe(0);
      await tab.getByText('publishing:webhooks:subscribe').waitFor();
      expect(await channels.getByLabel('tiktok').isDisabled()).toBe(true);
      expect(await channels.getByText('never reports this event').count()).toBe(2);
      await channels.getByText('reports this event only for some messages').waitFor();
      await channels.getByLabel('sms').check();
      expect(await channels.getByLabel('all').isChecked()).toBe(false);
    });

    it('comes with code that verifies signatures, in each language of the webhook guide', async () => {
      const { tab } = await openAt('/endpoints/new');
      await fillForm(tab, 'Code');
      await tab.getByRole('button', { name: 'Create the endpoint' }).click();
      await tab.getByText(/^whsec_/u).waitFor();
      const code = tab.locator('section', { hasText: 'Verify signatures' }).locator('pre');
      const shown = new Map<string, string>();
      for (const language of ['Node', 'Python', 'PHP', 'Go']) {
        await tab.getByLabel('Language').selectOption(language);
        shown.set(language, await code.innerText());
      }

      expect(shown.get('Node')).toContain('timingSafeEqual');
      expect(shown.get('Python')).toContain('hmac.compare_digest');
      expect(shown.get('PHP')).toContain('hash_equals');
      expect(shown.get('Go')).toContain('hmac.Equal');
    });
  });

  describe('an endpoint', () => {
    it('says before an edit which deliveries it cancels, and cancels them', async () => {
      const { endpoint } = await breakEndpoint('Edited');
      const { tab } = await openAt(`/endpoints/${endpoint.id}/settings`);
      await tab.getByLabel('URL', { exact: true }).fill(receiver());
      await tab.getByRole('button', { name: 'Save' }).click();
      const question = tab.getByRole('dialog', { name: 'Save the changes?' });
      await question.getByText('1 retrying').waitFor();
      await question.getByRole('button', { name: 'Save the changes' }).click();
      await question.waitFor({ state: 'detached' });

      expect((await readEndpoint(endpoint.id)).url).toBe(receiver());
      await tab.getByRole('link', { name: 'Deliveries' }).click();
      await tab.getByRole('row').getByText('cancelled', { exact: true }).waitFor();
      await removeEndpoint(endpoint.id);
    });

    it('does not overwrite the edit of somebody else', async () => {
      const { id } = await createEnabledEndpoint(admin(), receiver());
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await tab.getByLabel('Name', { exact: true }).fill('Mine');
      const body = { name: 'Theirs' };
      const params = { path: { endpoint: id } };
      expectStatus(await admin().PATCH(ONE, { params, body }), 200);
      await tab.getByRole('button', { name: 'Save' }).click();
      await tab.getByText('This edit cancels no delivery.').waitFor();
      await tab.getByRole('button', { name: 'Save the changes' }).click();
      const conflict = tab.getByRole('alert').filter({ hasText: 'Another person has changed the settings.' });
      await conflict.getByText('now Theirs, yours Mine').waitFor();

      expect((await readEndpoint(id)).name).toBe('Theirs');
      expect(await tab.getByText('revision_mismatch').count()).toBe(0);
      await conflict.getByRole('button', { name: 'Use the other version' }).click();
      expect(await tab.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
      await removeEndpoint(id);
    });

    it('saves the changed fields again after the edit of somebody else, and no other field', async () => {
      const { id } = await createEnabledEndpoint(admin(), receiver());
      const { tab } = await openAt(`/endpoints/${id}/settings`);
      await tab.getByLabel('Name', { exact: true }).fill('Mine');
      const body = { name: 'Theirs', description: 'Also theirs' };
      expectStatus(await admin().PATCH(ONE, { params: { path: { endpoint: id } }, body }), 200);
      await tab.getByRole('button', { name: 'Save' }).click();
      await tab.getByRole('button', { name: 'Save the changes' }).click();
      await tab.getByRole('button', { name: 'Keep my changes' }).click();
      await tab.getByRole('button', { name: 'Save the changes' }).click();
      await tab.getByRole('dialog').waitFor({ state: 'detached' });

      expect(await readEndpoint(id)).toMatchObject({ name: 'Mine', description: 'Also theirs' });
      await removeEndpoint(id);
    });

    it('shows a rotated secret once and counts down the overlap', async () => {
      const { id, secret } = await createEnabledEndpoint(admin(), receiver());
      const { tab } = await openAt(`/endpoints/${id}/secret`);
      await tab.getByRole('button', { name: 'Rotate the secret' }).click();
      await tab.getByRole('button', { name: 'Rotate', exact: true }).click();
      const shown = await tab.getByText(/^whsec_/u).innerText();
      await tab
        .getByRole('timer')
        .getByText(/^23:59:\d\d$/u)
        .waitFor();

      expect(shown).not.toBe(secret);
      expect((await readEndpoint(id)).secret_hint).toBe(shown.slice(-4));
      await tab.getByRole('link', { name: 'Deliveries' }).click();
      await tab.getByRole('link', { name: 'Secret' }).click();
      await tab.getByRole('timer').waitFor();
      expect(await tab.getByText(/^whsec_/u).count()).toBe(0);
      await removeEndpoint(id);
    });

    it('asks before it pauses, and Escape returns to the button', async () => {
      const { id } = await createEnabledEndpoint(admin(), receiver());
      const { tab } = await openAt(`/endpoints/${id}`);
      const pause = tab.getByRole('button', { name: 'Pause', exact: true });
      await pause.click();
      const question = tab.getByRole('dialog', { name: 'Pause the endpoint?' });
      await question.waitFor();
      await tab.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await tab.evaluate('document.activeElement.textContent')).toBe('Pause');
      expect((await readEndpoint(id)).state).toBe('enabled');
      await pause.click();
      await question.getByRole('button', { name: 'Yes, pause' }).click();
      await tab.getByRole('button', { name: 'Enable' }).waitFor();

      expect((await readEndpoint(id)).state).toBe('paused');
      await removeEndpoint(id);
    });

    it('is taken over by the admin of the key', async () => {
      const { id } = await createEnabledEndpoint(admin(), receiver());
      const { tab } = await openAt('/endpoints');
      const row = tab.getByRole('row').filter({ has: tab.locator(`a[href$="${id}"]`) });
      await row.getByRole('button', { name: /^Actions for/u }).click();
      await tab.getByRole('menuitem', { name: 'Take over' }).click();
      await tab.getByRole('button', { name: 'Yes, take over' }).click();
      await tab.getByRole('dialog', { name: 'Take over the endpoint?' }).waitFor({ state: 'detached' });
      await row.getByText('Linda').waitFor();

      expect((await readEndpoint(id)).responsible_member.name).toBe('Linda');
      await removeEndpoint(id);
    });

    it('filters its deliveries by status code, and reports a wrong one at its field', async () => {
      const { endpoint, delivery } = await breakEndpoint('Filtered');
      const { tab } = await openAt(`/endpoints/${endpoint.id}`);
      const shown = tab.getByRole('row').locator(`a[href$="${delivery.id}"]`);
      await fillFilter(tab, 'Status code', '500');
      await tab.waitForURL((url) => url.search === '?status_code=500');
      await shown.waitFor();
      await fillFilter(tab, 'Status code', '404');
      await tab.getByText('No delivery matches.').waitFor();
      expect(await shown.count()).toBe(0);
      await fillFilter(tab, 'Status code', '999');
      await tab
        .getByRole('search', { name: 'Filters' })
        .getByText('out_of_range')
        .filter({ visible: true })
        .first()
        .waitFor();

      await removeEndpoint(endpoint.id);
    });

    it('shows the same recovery form by its URL', async () => {
      const { id } = await createEnabledEndpoint(admin(), receiver());
      const query = 'since=2026-11-20T08:00&states=failed&until=2026-11-21T08:00';
      const { tab } = await openAt(`/endpoints/${id}/recover`);
      await tab.getByLabel('From', { exact: true }).fill('2026-11-20T08:00:00');
      await tab.getByLabel('Until', { exact: true }).fill('2026-11-21T08:00:00');
      await tab.getByLabel('cancelled by an edit').uncheck();

      expect(decodeURIComponent(new URL(tab.url()).search)).toBe(`?${query}`);
      await tab.getByRole('button', { name: 'Count', exact: true }).click();
      await tab.getByText('No delivery matches.').waitFor();
      await removeEndpoint(id);
    });
  });

  it('shows no control to a key that cannot use it, and no secret in the API calls', async () => {
    const { id, secret: signing } = await createEnabledEndpoint(admin(), receiver());
    const body = { name: 'Posts', permissions: ['publishing:posts:read' as const] };
    const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    const reader = apiClient(stack.baseUrl, secret);
    const { tab } = await openTab();
    await tab.goto(`${stack.baseUrl}/console#key=${secret}`);
    for (const path of ['/endpoints', '/endpoints/new', `/endpoints/${id}`, `/endpoints/${id}/settings`]) {
      await tab.goto(`${stack.baseUrl}/console${path}#key=${secret}`);
      await tab.getByText('This key cannot see').waitFor();

      expect(await tab.locator('main button:visible, main input:visible').count(), path).toBe(0);
      expect(await tab.content()).not.toContain(signing);
    }
    expect((await reader.GET(LIST)).status).toBe(403);
    await removeEndpoint(id);
  });
});

import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { signOut, waitForAccount } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

// Code that runs in the page is text, because the test types do not include the DOM.
const STORED = 'localStorage.length + sessionStorage.length';

describeInChromium('the console in Chromium', () => {
  const {
    stack,
    openTab: open,
    admin,
    createLink,
    breakEndpoint,
  } = consoleWorld({
    RETRY_DELAYS: '1,600,600,600,600',
  });

  it('opens by the printed link, and neither URL nor storage keeps the key', async () => {
    const { tab, audit } = await open();
    await tab.goto(stack.consoleUrl);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();

    expect(tab.url()).toBe(`${stack.baseUrl}/console`);
    expect(await tab.evaluate(STORED)).toBe(0);
    await waitForAccount(tab, 'Ada Admin');
    expect(await audit()).toEqual([]);
  });

  it('opens by a pasted key, and shows a sentence for a wrong one', async () => {
    const { tab, audit } = await open();
    await tab.goto(`${stack.baseUrl}/`);
    await tab.getByRole('link', { name: 'Open the console' }).click();
    await tab.waitForURL(`${stack.baseUrl}/console`);
    const field = tab.getByLabel('Workspace API key');
    await field.fill('hello');
    await tab.keyboard.press('Enter');
    await tab.getByRole('alert').getByText('A key begins with wsk_').waitFor();
    expect(await audit()).toEqual([]);
    await field.fill(stack.apiKey);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();

    expect(await tab.getByText('Keep the key until').count()).toBe(0);
    expect(await tab.evaluate(STORED)).toBe(0);
  });

  it('keeps the key until the tab is closed only where that is offered, and forgets it on signing out', async () => {
    const { tab } = await open();
    // As on a stage whose public pages have another origin.
    await tab.route('**/console', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('data-storage="none"', 'data-storage="session"');
      await route.fulfill({ response, body });
    });
    await tab.goto(`${stack.baseUrl}/console`);
    await tab.getByLabel('Workspace API key').fill(stack.apiKey);
    await tab.getByLabel('Keep the key until this tab is closed').check();
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await tab.reload();
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await signOut(tab, 'Forget the key');
    await tab.getByLabel('Workspace API key').waitFor();

    expect(await tab.evaluate(STORED)).toBe(0);
    expect((await admin().GET('/api/v1/me')).status).toBe(200);
  });

  it('leads from a failing endpoint to its delivery in two clicks, and resends it', async () => {
    const { endpoint, delivery } = await breakEndpoint('Till');
    const link = await createLink();
    const { tab } = await open({ viewport: { width: 1280, height: 900 } });
    await tab.goto(link.url);
    const card = tab.getByRole('article').filter({ hasText: 'Till' });
    await card.getByText('failed').first().waitFor();
    await card.getByRole('link', { name: 'See the failed delivery' }).click();
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();
    expect(tab.url()).toBe(`${stack.baseUrl}/console/deliveries/${endpoint.id}/${delivery.id}`);
    await tab.getByRole('listitem').filter({ hasText: 'Next attempt' }).waitFor();
    await tab.getByText('Status 500').first().waitFor();
    await tab.getByText('x-webhook-signature: (not shown)').waitFor();
    await tab.getByRole('button', { name: 'Resend' }).click();
    await tab.waitForURL((url) => !url.pathname.endsWith(delivery.id));
    await tab.getByText('This is a resend of').waitFor();

    await tab.getByText('Show the API call').click();
    expect(await tab.locator('.calls pre').innerText()).toContain(
      `${stack.baseUrl}/api/v1/workspace-webhooks/`,
    );
    expect(await tab.locator('body').innerHTML()).not.toContain('wsk_');
  });

  it('shows a rotation from four hours before its end, with its next step', async () => {
    const endpoint = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/rotated`);
    const params = { path: { endpoint: endpoint.id } };
    const path = '/api/v1/workspace-webhooks/{endpoint}';
    expectStatus(await admin().PATCH(path, { params, body: { name: 'Rotated' } }), 200);
    const rotated = await admin().POST(`${path}/rotate-secret`, { params, body: { immediate: false } });
    const endsAt = Date.parse(
      expectStatus(rotated, 200).body.data.secret_rotation.previous_secret_expires_at ?? '',
    );
    const { url } = await createLink({ expires_in: 28_800 });
    const { tab } = await open();
    const card = tab.getByRole('article').filter({ hasText: 'Rotated' });
    await tab.clock.install();
    await tab.goto(url);
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
    await tab.getByText('Nothing is broken').or(tab.getByRole('article')).first().waitFor();
    await tab.clock.setFixedTime(endsAt - 4 * 3_600_000 - 120_000);
    await tab.clock.runFor(60_000);
    expect(await card.count()).toBe(0);
    await tab.clock.setFixedTime(endsAt - 4 * 3_600_000 + 60_000);
    await tab.clock.runFor(60_000);
    await card.getByText('The previous signing secret expires in 3 hours').waitFor();
    await card.getByRole('link', { name: 'See the signing secret' }).click();
    await tab.getByRole('timer').waitFor();

    expect(tab.url()).toContain(`/endpoints/${endpoint.id}/secret`);
  });

  it('verifies a pasted signature', async () => {
    const { secret, id } = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/console`);
    const path = { endpoint: id };
    const edit = { params: { path }, body: { asymmetric_signatures: true } };
    const edited = expectStatus(await admin().PATCH('/api/v1/workspace-webhooks/{endpoint}', edit), 200);
    const [key] = edited.body.data.public_keys;
    await ingestOrderPaid(admin(), 'C-1');
    const delivery = await waitFor('the delivery', async () => {
      const listed = await admin().GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', {
        params: { path },
      });
      return expectStatus(listed, 200).body.data.find(({ state }) => state === 'succeeded');
    });
    const received = await (await fetch(`${stack.receiverUrl}/requests`)).text();
    const request = JSON.parse(received).requests.find(
      ({ headers }: { headers: Record<string, string> }) => headers['x-webhook-delivery'] === delivery.id,
    );
    const { tab, complaints } = await open();
    const link = await createLink({ path: `/deliveries/${id}/${delivery.id}` });
    await tab.goto(link.url);
    await tab.getByText('Verify a signature').click();
    await tab.getByLabel('Signing secret').fill(secret);
    await tab.getByLabel('X-Webhook-Signature').fill(request.headers['x-webhook-signature']);
    await tab.getByRole('button', { name: 'Verify' }).click();
    await tab.getByText('The signature is valid.').waitFor();
    await tab.getByLabel('Signing secret').fill('whsec_other');
    await tab.getByRole('button', { name: 'Verify' }).click();
    await tab.getByText('The signature does not match.').waitFor();
    await tab.getByLabel('Signing secret').fill(key?.public_key ?? '');
    await tab.getByLabel('webhook-timestamp').fill(request.headers['webhook-timestamp']);
    await tab.getByLabel('webhook-signature').fill(request.headers['webhook-signature']);
    await tab.getByRole('button', { name: 'Verify' }).click();
    await tab.getByText('The signature is valid.').waitFor();
    await tab.getByLabel('webhook-timestamp').fill('1');
    await tab.getByRole('button', { name: 'Verify' }).click();
    await tab.getByText('No v1a entry matches this public key.').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('asks before a link of somebody else replaces the key in use', async () => {
    const [first, second] = [await createLink({}, 'Frida'), await createLink({ path: '/endpoints' }, 'Sven')];
    const { tab, audit } = await open();
    await tab.goto(first.url);
    await waitForAccount(tab, 'Frida');
    await tab.evaluate(`location.hash = ${JSON.stringify(new URL(second.url).hash)}`);
    const question = tab.getByRole('dialog', { name: 'Switch the key?' });
    await question.getByText('Sven').waitFor();
    expect(await audit()).toEqual([]);
    await question.getByRole('button', { name: 'Stay' }).click();
    await waitForAccount(tab, 'Frida');
    await tab.evaluate(`location.hash = ${JSON.stringify(new URL(second.url).hash)}`);
    await question.getByRole('button', { name: 'Switch' }).click();
    await waitForAccount(tab, 'Sven');

    expect(tab.url()).toBe(`${stack.baseUrl}/console/endpoints`);
  });

  it('revokes the key of a console link when the person signs out', async () => {
    const link = await createLink();
    const { tab } = await open();
    await tab.goto(link.url);
    const key = new URLSearchParams(new URL(link.url).hash.slice(1)).get('key') ?? '';
    // Requests that are on their way would be rejected, which the browser reports.
    await tab.waitForLoadState('networkidle');
    await signOut(tab);
    await tab.getByLabel('Workspace API key').waitFor();

    expect((await apiClient(stack.baseUrl, key).GET('/api/v1/api-keys')).status).toBe(401);
  });

  it('asks for a key when the key was revoked, and keeps what the person typed', async () => {
    const { endpoint, delivery } = await breakEndpoint('Kept');
    const link = await createLink({ path: `/deliveries/${endpoint.id}/${delivery.id}` });
    const { tab } = await open();
    await tab.goto(link.url);
    await tab.getByText('Verify a signature').click();
    await tab.getByLabel('X-Webhook-Signature').fill('t=1,v1=typed');
    // A read of the frame would be the first request with the revoked key.
    await tab.waitForLoadState('networkidle');
    const path = { key: link.id };
    expectStatus(await admin().DELETE('/api/v1/api-keys/{key}', { params: { path } }), 204);
    await tab.getByRole('button', { name: 'Resend' }).click();
    await tab.getByRole('alert').getByText('expired or was revoked').waitFor();
    await tab.getByLabel('Workspace API key').fill(stack.apiKey);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();

    expect(await tab.getByLabel('X-Webhook-Signature').inputValue()).toBe('t=1,v1=typed');
  });

  it('explains a key that cannot see endpoints, without a control', async () => {
    const permissions = ['publishing:posts:read'] as const;
    const body = { name: 'Posts', permissions: [...permissions] };
    const { secret } = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    const { tab } = await open();
    await tab.goto(`${stack.baseUrl}/console#key=${secret}`);
    await tab.getByText('This key cannot see webhook endpoints').waitFor();

    expect(await tab.locator('main button:visible').count()).toBe(0);
  });

  it('reaches the failed delivery by the keyboard alone', async () => {
    await breakEndpoint('Keys');
    const link = await createLink();
    const { tab, complaints } = await open({ viewport: { width: 1280, height: 900 } });
    await tab.goto(link.url);
    const target = tab.getByRole('link', { name: 'See the failed delivery' }).first();
    await target.waitFor();
    const focused = 'document.activeElement.textContent';
    for (let presses = 0; presses < 40; presses += 1) {
      await tab.keyboard.press('Tab');
      if ((await tab.evaluate<string>(focused)) === 'See the failed delivery') break;
    }
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: /^Delivery of/u }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('sends every file with its length', async () => {
    const page = await fetch(`${stack.baseUrl}/console`);
    const files = [...(await page.text()).matchAll(/"(\/console\/files\/[^"]+)"/gu)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(3);
    for (const path of ['/console', ...files]) {
      const { headers } = await fetch(`${stack.baseUrl}${path}`, { method: 'HEAD' });
      const whole = await fetch(`${stack.baseUrl}${path}`);

      expect(Number(whole.headers.get('content-length'))).toBeGreaterThan(0);
      expect(headers.get('content-type')).toBe(whole.headers.get('content-type'));
    }
  });
});

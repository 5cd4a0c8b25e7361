import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { HOSTILE } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { fillFilter, filterChip } from '#test/support/fixtures/platform/console/list-filters.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const FOCUSED = 'document.activeElement.textContent';

describeInChromium('keys, changes and shortcuts in the console', () => {
  let all: { id: string; secret: string };
  let endpoint: string;
  let delivery: string;
  let event: string;
  const { stack, openTab, admin, createLink, breakEndpoint } = consoleWorld({
    RETRY_DELAYS: '1,600,600,600,600',
  });

  beforeAll(async () => {
    const broken = await breakEndpoint(`${HOSTILE}${'W'.repeat(60)}`.slice(0, 100));
    [endpoint, delivery, event] = [broken.endpoint.id, broken.delivery.id, broken.delivery.event_id];
    all = await createKey(HOSTILE, PERMISSIONS);
    await waitFor('the change in the audit log', async () => {
      const listed = await admin().GET('/api/v1/audit-events', {
        params: { query: { resource: 'api_key' } },
      });
      return expectStatus(listed, 200).body.data.find(({ resource }) => resource.id === all.id);
    });
  });

  async function createKey(name: string, permissions: readonly Permission[]) {
    const body = { name, permissions: [...permissions] };
    const created = expectStatus(await admin().POST('/api/v1/api-keys', { body }), 201).body;
    return { id: created.data.id, secret: created.secret };
  }

  /** A tab that shows this path of the console with a key. */
  async function openAt(path: string, options: BrowserContextOptions & { secret?: string } = {}) {
    const { secret = all.secret, ...context } = options;
    const opened = await openTab({ ...DESKTOP, ...context });
    await opened.tab.goto(`${stack.baseUrl}/console#key=${secret}&path=${encodeURIComponent(path)}`);
    return opened;
  }

  const permissionsOf = async (secret: string) =>
    expectStatus(await apiClient(stack.baseUrl, secret).GET('/api/v1/me'), 200).body.data.key.permissions;

  it('creates a key with chosen permissions, which is shown once, and revokes it', async () => {
    const { tab } = await openAt('/keys');
    await tab.getByRole('link', { name: 'New API key' }).click();
    await tab.getByLabel('Name').fill('Reports');
    await tab.getByLabel('publishing:posts:read').check();
    await tab.getByLabel('All of salesbot').check();
    await tab.getByLabel('salesbot:events:write').uncheck();
    await tab.getByRole('button', { name: 'Create' }).click();
    const secret = await tab.locator('code.secret').innerText();
    const expected = PERMISSIONS.filter(
      (each) => each.startsWith('salesbot:') && each !== 'salesbot:events:write',
    );
    expect(await permissionsOf(secret)).toEqual(['publishing:posts:read', ...expected]);
    await tab.getByText('Connect an agent').click();
    const settings = JSON.parse(await tab.locator('details pre').first().innerText());
    expect(settings.mcpServers['workspace-platform']).toEqual({
      type: 'http',
      url: `${stack.baseUrl}/mcp`,
      headers: { Authorization: `Bearer ${secret}` },
    });
    // Text of a closed part is no inner text.
    const calls = (await tab.locator('.calls pre').allTextContents()).join();
    expect(calls).toContain('/api/v1/api-keys');
    expect(calls).not.toContain('wsk_');

    await tab.getByRole('link', { name: 'See the key' }).click();
    await tab.getByRole('heading', { name: 'Reports' }).waitFor();
    expect(await tab.locator('main').innerText()).not.toContain(secret);
    await tab.getByRole('button', { name: 'Revoke' }).click();
    await tab
      .getByRole('dialog', { name: 'Revoke Reports?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await tab.waitForURL('**/console/keys');
    await tab.getByRole('rowgroup', { name: 'keys, part 1' }).waitFor();

    expect(await tab.getByRole('link', { name: 'Reports' }).count()).toBe(0);
    expect((await apiClient(stack.baseUrl, secret).GET('/api/v1/api-keys')).status).toBe(401);
  });

  it('says behind a console link that keys made here end with it, and shows the command for one that lasts', async () => {
    const { tab, close } = await openAt('/keys/new');
    const { url } = await createLink({ path: '/keys/new' }, 'Carla', ['workspace:keys:write']);
    expect(await tab.getByText('ends with the key in use').count()).toBe(0);
    await close();

    const linked = await openTab();
    await linked.tab.goto(url);
    await linked.tab.getByText('A key that you create here ends with the key in use').waitFor();
    await linked.tab.getByLabel('Name').fill('Server');
    const command = linked.tab.locator('.calls pre');
    await command.getByText('"name":"Server"').waitFor();
    expect(await command.isVisible()).toBe(true);
    expect(await linked.audit()).toEqual([]);
  });

  it('shows the error of a field at the field', async () => {
    const { tab } = await openAt('/keys/new');
    await tab.getByLabel('Name').fill('Old');
    await tab.getByLabel('Expires').fill('2020-01-01T00:00');
    await tab.getByRole('button', { name: 'Create' }).click();
    await tab.locator('.errors').getByText('Send at least one permission.').waitFor();
    await tab.getByLabel('publishing:posts:read').check();
    await tab.getByRole('button', { name: 'Create' }).click();
    await tab.locator('.errors').getByText('out_of_range').waitFor();

    expect(await tab.getByLabel('Expires').getAttribute('aria-invalid')).toBe('true');
    expect(await tab.locator('.errors').innerText()).toMatch(/request \S+/u);
  });

  it('asks for another key when the own key was revoked, and keeps the form', async () => {
    const own = await createKey('Own', ['workspace:keys:read', 'workspace:keys:write']);
    const { tab } = await openAt('/keys/new', { secret: own.secret });
    await tab.getByLabel('Name').fill('Typed before');
    await tab.getByLabel('workspace:keys:read').check();
    const params = { path: { key: own.id } };
    expectStatus(await admin().DELETE('/api/v1/api-keys/{key}', { params }), 204);
    await tab.getByRole('button', { name: 'Create' }).click();
    await tab.getByRole('alert').getByText('expired or was revoked').waitFor();
    await tab.getByLabel('Workspace API key').fill(all.secret);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'New API key' }).waitFor();

    expect(await tab.getByLabel('Name').inputValue()).toBe('Typed before');
    expect(await tab.getByLabel('workspace:keys:read').isChecked()).toBe(true);
  });

  it('shows only what the key permits', async () => {
    const reader = await createKey('Reader', ['workspace:keys:read']);
    const { tab, close } = await openAt('/keys', { secret: reader.secret });
    await tab.getByRole('rowgroup', { name: 'keys, part 1' }).waitFor();
    const links = tab.getByRole('navigation', { name: 'Console' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Home', 'API keys']);
    expect(await tab.getByRole('link', { name: 'New API key' }).count()).toBe(0);
    await tab.getByRole('rowgroup', { name: 'keys, part 1' }).getByRole('link').last().click();
    await tab.getByRole('heading', { name: 'Permissions' }).waitFor();
    expect(await tab.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
    await close();

    const other = await openAt('/audit', { secret: reader.secret });
    await other.tab.getByText('it requires workspace:audit:read').waitFor();
  });

  it('filters changes by what the URL says, and links the resources that they name', async () => {
    const { tab } = await openAt(`/audit?resource=endpoint&resource_id=${endpoint}`);
    const rows = tab.getByRole('rowgroup', { name: 'changes, part 1' }).getByRole('row');
    await rows.filter({ hasText: 'create-endpoint' }).waitFor();
    expect(await filterChip(tab, 'Resource').innerText()).toBe('Resource is endpoint');
    await fillFilter(tab, 'Operation', 'update-endpoint');
    await rows.filter({ hasText: 'create-endpoint' }).waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'update-endpoint' }).first().waitFor();
    expect(new URL(tab.url()).searchParams.get('operation')).toBe('update-endpoint');
    await rows.first().getByRole('link').first().click();
    await tab.waitForURL(`**/console/endpoints/${endpoint}`);
  });

  /** Opens the search by its key, types an id and returns the links that were found. */
  async function find(tab: Page, text: string): Promise<string[]> {
    await tab.locator('main').focus();
    await tab.keyboard.press('/');
    await tab.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
    await tab.keyboard.type(text);
    // The last line searches everything that has an ID.
    await tab.getByRole('option', { name: `Find “${text}”` }).waitFor();
    await tab.keyboard.press('ArrowUp');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`**/console/find?id=${encodeURIComponent(text)}`);
    const links = tab.getByRole('list', { name: 'Found' }).getByRole('link');
    await links.first().waitFor();
    // The dialog is gone, and the first result is one key away.
    await tab.keyboard.press('j');
    expect(await tab.evaluate(FOCUSED)).toBe(await links.first().textContent());
    return Promise.all((await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''));
  }

  it('finds an endpoint, a delivery, an event, a key and a name by the keyboard', async () => {
    const { tab } = await openAt('/');
    await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();

    expect(await find(tab, endpoint)).toEqual([
      `/console/endpoints/${endpoint}`,
      `/console/audit?resource_id=${endpoint}`,
    ]);
    expect(await find(tab, delivery)).toContain(`/console/deliveries/${endpoint}/${delivery}`);
    expect(await find(tab, event.toUpperCase())).toContain(`/console/events/${event}`);
    expect(await find(tab, all.id)).toContain(`/console/keys/${all.id}`);
    expect(await find(tab, 'order_paid')).toContain('/console/catalogue/salesbot.store.order_paid');
    await tab.goto(`${stack.baseUrl}/console/find?id=${HOSTILE}#key=${all.secret}&path=/find`);
    await tab.getByRole('heading', { name: 'Find' }).waitFor();
  });

  it('moves in a list by j and k, opens an item, and resends by r', async () => {
    const { tab } = await openAt(`/endpoints/${endpoint}`);
    await tab.getByRole('rowgroup', { name: 'deliveries, part 1' }).getByRole('link').first().waitFor();
    await tab.keyboard.press('j');
    expect(await tab.evaluate(FOCUSED)).toBe('salesbot.store.order_paid');
    await tab.keyboard.press('k');
    expect(await tab.evaluate(FOCUSED)).toBe('salesbot.store.order_paid');
    await tab.keyboard.press('Enter');
    await tab.getByRole('button', { name: 'Resend' }).waitFor();
    const before = tab.url();
    await tab.keyboard.press('r');
    await tab.getByText('This is a resend of').waitFor();

    expect(tab.url()).not.toBe(before);
  });

  it('lists the shortcuts by ?, and never acts while a person types, with modifiers, or when turned off', async () => {
    const { tab, audit } = await openAt(`/deliveries/${endpoint}/${delivery}`);
    await tab.getByRole('button', { name: 'Resend' }).waitFor();
    const before = tab.url();
    let resends = 0;
    await tab.route('**/resend', async (route) => {
      resends += 1;
      await route.abort();
    });
    await tab.getByText('Verify a signature').click();
    await tab.getByLabel('X-Webhook-Signature').pressSequentially('/?rjk');
    expect(await tab.getByLabel('X-Webhook-Signature').inputValue()).toBe('/?rjk');
    await tab.locator('main').focus();
    for (const modifier of ['Control', 'Alt', 'Meta'])
      // Ctrl K and ⌘ K open the palette.
      for (const key of modifier === 'Alt' ? ['j', 'k', '/'] : ['j', '/'])
        await tab.keyboard.press(`${modifier}+${key}`);
    expect(await tab.getByRole('dialog').count()).toBe(0);

    await tab.keyboard.press('?');
    const help = tab.getByRole('dialog', { name: 'Shortcuts' });
    await help.getByText('Resend the delivery that is shown').waitFor();
    expect(await audit()).toEqual([]);
    await tab.keyboard.press('r');
    await help.getByLabel('Single-key shortcuts are on').uncheck();
    await tab.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await tab.locator('main').focus();
    for (const key of ['r', '/', '?']) await tab.keyboard.press(key);
    expect(await tab.getByRole('dialog').count()).toBe(0);
    await tab.getByRole('button', { name: 'Shortcuts' }).click();
    await help.waitFor();

    expect([resends, tab.url()]).toEqual([0, before]);
  });
});

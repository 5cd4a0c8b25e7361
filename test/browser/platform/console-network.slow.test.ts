import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { showScreen, signOut } from '#test/support/fixtures/platform/console/console-user.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { messagingUser } from '#test/support/fixtures/platform/console/messaging-user.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const TARGETS = '/api/v1/notification-targets';
const ONE = '/api/v1/notification-targets/{target}';
const SCREEN_FILES = 12;
const FRAME = /^(?:Console|Main screens)$/u;
const isApi = (url: URL) => url.pathname.startsWith('/api/');

/** Whether the files of most screens are loaded. It is text, because the test types do not include the DOM. */
const HAS_FILES = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length >= ${SCREEN_FILES}`;

/** Ends requests after a tenth of the time that the console gives them, and records that time. */
const SHORTER_DEADLINE = `(() => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, (globalThis.deadlineMs = ms) / 10);
})()`;

describeInChromium('the console without a network', () => {
  const world = consoleWorld();
  const { stack, openTab, admin, createLink, breakEndpoint } = world;
  const { connectNumber, createContact, startConversation } = messagingUser(admin);

  /** A tab of the console, and what it reported apart from the failures of the network. */
  async function openAt(path: string) {
    const opened = await world.openAt(path);
    opened.tolerate(/net::ERR_/u);
    await opened.tab.getByRole('navigation', { name: FRAME }).waitFor();
    return opened;
  }

  /** The API carries out the command, and its response is lost. */
  const lose = async (route: Route): Promise<void> => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    return route.abort();
  };
  const UNKNOWN = 'unknown whether the command was carried out';

  it('says on every screen that nothing was read, and reads by a button', { timeout: 300_000 }, async () => {
    const { endpoint, delivery } = await breakEndpoint('Cut off');
    const key = expectStatus(await admin().GET('/api/v1/api-keys'), 200).body.data[0]?.id ?? '';
    const link = expectStatus(await admin().POST('/api/v1/console-links', { body: { path: '/find' } }), 201);
    const { tab, tolerate } = await openTab();
    tolerate(/net::ERR_/u);
    const one = `/console/endpoints/${endpoint.id}`;
    const number = await connectNumber('+12025550150');
    const contact = await createContact();
    const conversation = await startConversation(contact);
    for (const path of [
      '/console',
      '/console/endpoints',
      '/console/endpoints/new',
      one,
      `${one}/metrics`,
      `/console/deliveries/${endpoint.id}/${delivery.id}`,
      '/console/events',
      `/console/events/${delivery.event_id}`,
      '/console/catalogue',
      `/console/catalogue/${delivery.event}`,
      '/console/contacts',
      `/console/contacts/${contact}`,
      '/console/conversations',
      `/console/conversations/${conversation}`,
      '/console/numbers',
      `/console/numbers/${number}`,
      '/console/notifications',
      '/console/keys',
      `/console/keys/${key}`,
      '/console/audit',
    ]) {
      // A new page, because a screen shows what another one has read.
      await tab.goto('about:blank');
      await tab.goto(link.body.data.url);
      await tab.getByRole('navigation', { name: FRAME }).waitFor();
      // They are loaded a second after the first screen.
      await waitFor('the files of all screens', () => tab.evaluate<boolean>(HAS_FILES));
      await tab.route(isApi, (route: Route) => route.abort());
      await showScreen(tab, path);
      const alert = tab.getByRole('alert').filter({ hasText: 'No response from the API.' }).first();
      await alert.waitFor();
      const again = tab.getByRole('button', { name: 'Try again' });
      expect(await again.count(), path).toBeGreaterThan(0);

      await tab.unroute(isApi);
      await waitFor(`the screen ${path}`, async () => {
        if ((await again.count()) > 0)
          await again
            .first()
            .click({ timeout: 1000 })
            .catch(() => {});
        return (
          (await tab.getByRole('alert').count()) === 0 && (await tab.getByText('Loading…').count()) === 0
        );
      });
      expect(await tab.getByRole('heading', { level: 1 }).count(), path).toBe(1);
    }
  });

  it('carries out a command once although its response is lost', async () => {
    const { tab } = await openAt('/notifications');
    await tab.getByRole('button', { name: 'Add a target' }).click();
    await tab.getByLabel('Name').fill('Once');
    await tab.getByLabel('URL').fill(`${stack.receiverUrl}/hooks/once`);
    await tab.route(isApi, lose);
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.getByText(UNKNOWN).waitFor();
    expect(await tab.getByLabel('Name').inputValue()).toBe('Once');
    await tab.unroute(isApi);
    await tab.getByRole('button', { name: 'Create the target' }).click();
    await tab.getByRole('heading', { name: 'was created' }).waitFor();
    expect(expectStatus(await admin().GET(TARGETS), 200).body.data).toHaveLength(1);

    await tab.getByRole('button', { name: 'I have stored the secret' }).click();
    await tab.getByRole('button', { name: 'Delete' }).click();
    await tab.route(isApi, lose);
    await tab.getByRole('button', { name: 'Yes, delete' }).click();
    await tab.getByText(UNKNOWN).waitFor();
    await tab.unroute(isApi);
    await tab.getByRole('button', { name: 'Yes, delete' }).click();
    await tab.getByText('Nobody is notified yet.').waitFor();
    expect(await tab.getByRole('alert').count()).toBe(0);
  });

  it('carries out a command once although the person has left its screen', async () => {
    const { tab } = await openAt('/notifications');
    const keys: (string | undefined)[] = [];
    tab.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(TARGETS))
        keys.push(request.headers()['idempotency-key']);
    });
    const create = async (name: string): Promise<void> => {
      await tab.getByRole('link', { name: 'Home' }).click();
      await tab.getByRole('heading', { name: 'What needs attention' }).waitFor();
      await tab.getByRole('link', { name: 'Notifications' }).click();
      await tab.getByRole('button', { name: 'Add a target' }).click();
      await tab.getByLabel('Name').fill(name);
      await tab.getByLabel('URL').fill(`${stack.receiverUrl}/hooks/once`);
      await tab.getByRole('button', { name: 'Create the target' }).click();
    };
    const named = async (name: string) =>
      expectStatus(await admin().GET(TARGETS), 200).body.data.filter((target) => target.name === name);
    await tab.route(isApi, lose);
    await create('Left');
    await tab.getByText(UNKNOWN).waitFor();
    await tab.unroute(isApi);
    await create('Another');
    await tab.getByRole('heading', { name: 'Another was created' }).waitFor();
    await create('Left');
    await tab.getByRole('heading', { name: 'Left was created' }).waitFor();
    expect(await tab.locator('code.secret').innerText()).toMatch(/^whsec_/u);

    expect(keys).toEqual([keys[0], expect.not.stringMatching(keys[0] ?? ''), keys[0]]);
    expect(await named('Left')).toHaveLength(1);
    // The result is known now, so the same again is another target.
    await create('Left');
    await tab.getByRole('heading', { name: 'Left was created' }).waitFor();
    expect(await named('Left')).toHaveLength(2);
    for (const { id } of expectStatus(await admin().GET(TARGETS), 200).body.data)
      expectStatus(await admin().DELETE(ONE, { params: { path: { target: id } } }), 204);
  });

  it('says that a button was pressed before without a response, and forgets it with the key', async () => {
    const { id } = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/console`);
    const path = `/console/endpoints/${id}`;
    const { tab } = await openAt(`/endpoints/${id}`);
    const send = tab.getByRole('button', { name: 'Send a test event' });
    const ask = () => tab.getByRole('button', { name: 'Send a test', exact: true }).click();
    const sentTests = async () => {
      const params = { path: { endpoint: id } };
      const read = await admin().GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params });
      return expectStatus(read, 200).body.data.length;
    };
    const loseOne = async (): Promise<void> => {
      await tab.route(isApi, lose);
      await send.click();
      await tab.getByText(UNKNOWN).waitFor();
      await tab.unroute(isApi);
    };
    await ask();
    await loseOne();
    await showScreen(tab, '/console/events');
    await tab.getByRole('heading', { name: 'Events' }).waitFor();
    await showScreen(tab, path);
    await ask();
    await send.click();
    await tab.getByText('It was carried out only once.').waitFor();
    expect(await sentTests()).toBe(1);

    await loseOne();
    await tab.keyboard.press('Escape');
    await signOut(tab);
    await tab.getByLabel('Workspace API key').waitFor();
    await tab.goto((await createLink({ path: `/endpoints/${id}` })).url);
    await ask();
    await send.click();
    await waitFor('another test', async () => (await sentTests()) === 3);
    expect(await tab.getByText('It was carried out only once.').count()).toBe(0);
  });

  it('says that an edit is saved although its response is lost', async () => {
    const body = { name: 'Edited', kind: 'https', url: `${stack.receiverUrl}/hooks/once` } as const;
    const created = await admin().POST(TARGETS, { body: { ...body, conditions: ['breaker_opened'] } });
    const target = expectStatus(created, 201).body.data;
    const endpoint = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/console`);
    const { tab } = await openAt('/notifications');
    const saved = tab.getByText('The changes are saved.');
    /** The first response to an edit is lost, and nothing can be read until the second one has arrived. */
    const cutOff = () => {
      let edits = 0;
      return async (route: Route): Promise<void> => {
        const isEdit = route.request().method() === 'PATCH';
        if (isEdit) edits += 1;
        if (isEdit && edits === 1) return lose(route);
        if (!isEdit && edits < 2) return route.abort();
        return route.continue();
      };
    };
    // The screen reads the target again at once.
    await tab.getByRole('button', { name: 'Edit' }).click();
    await tab.getByLabel('Name').fill('Found');
    await tab.route(isApi, lose);
    await tab.getByRole('button', { name: 'Save' }).click();
    await saved.waitFor();
    await tab.getByRole('heading', { name: 'Found' }).waitFor();
    await tab.unroute(isApi);

    // The screen reads the target after the edit is rejected as outdated.
    await tab.getByRole('button', { name: 'Edit' }).click();
    await tab.getByLabel('Name').fill('Repeated');
    await tab.route(isApi, cutOff());
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByText(UNKNOWN).waitFor();
    const rejected = tab.waitForResponse((response) => response.request().method() === 'PATCH');
    await tab.getByRole('button', { name: 'Save' }).click();
    expect((await rejected).status()).toBe(412);
    await saved.waitFor();
    await tab.getByRole('heading', { name: 'Repeated' }).waitFor();
    await tab.unroute(isApi);
    expect(await tab.getByRole('alert').count()).toBe(0);

    await showScreen(tab, `/console/endpoints/${endpoint.id}/settings`);
    await tab.getByLabel('Name', { exact: true }).fill('Repeated');
    await tab.route(isApi, cutOff());
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Save the changes' }).click();
    await tab.getByText(UNKNOWN).waitFor();
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Save the changes' }).click();
    await saved.waitFor();
    expect(await tab.getByText('Another person').count()).toBe(0);
    expectStatus(await admin().DELETE(ONE, { params: { path: { target: target.id } } }), 204);
  });

  it('ends a request without a response, and lets the person repeat it', async () => {
    const { id } = await createEnabledEndpoint(admin(), `${stack.receiverUrl}/hooks/console`);
    const { tab } = await openAt(`/endpoints/${id}`);
    await tab.evaluate(SHORTER_DEADLINE);
    await tab.getByRole('button', { name: 'Pause', exact: true }).click();
    await tab.route(
      (url) => url.pathname.endsWith('/pause'),
      () => {},
    );
    const yes = tab.getByRole('button', { name: 'Yes, pause' });
    await yes.click();
    await tab.getByRole('progressbar', { name: 'Waiting for the API' }).waitFor();
    expect(await yes.getAttribute('aria-busy')).toBe('true');
    await tab.getByText(UNKNOWN).waitFor();

    expect(await yes.getAttribute('aria-busy')).toBeNull();
    // API Gateway ends a request after 30 seconds, and its response must still arrive.
    expect(await tab.evaluate('deadlineMs')).toBe(31_000);
  });

  it('says that the key of a link was not revoked', async () => {
    const { tab } = await openAt('/endpoints');
    await tab.route(isApi, (route: Route) => route.abort());
    await signOut(tab);
    await tab.getByRole('alert').getByText('the API did not revoke it').waitFor();
    await tab.unroute(isApi);

    expect(await tab.getByLabel('Workspace API key').inputValue()).toBe('');
  });
});

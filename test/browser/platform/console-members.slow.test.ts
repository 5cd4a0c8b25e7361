import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { keyboardOf, mouseOf } from '#test/support/fixtures/platform/console/console-hands.ts';
import { consoleWorld } from '#test/support/fixtures/platform/console/console-world.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const MEMBERS = '/api/v1/members';
const TEAM: readonly Permission[] = ['workspace:members:read', 'workspace:members:write'];

describeInChromium('the team in the console', () => {
  let key: string;
  const { admin, keyOf, openWith } = consoleWorld();

  beforeAll(async () => {
    key = await keyOf('Ada', [...TEAM, 'workspace:audit:read']);
  });

  const openAt = (path: string, hash = key, options: BrowserContextOptions = {}) =>
    openWith(hash, path, options);

  async function membersNamed(wanted: string) {
    const { data } = expectStatus(
      await admin().GET(MEMBERS, { params: { query: { limit: 100 } } }),
      200,
    ).body;
    return data.filter(({ name }) => name === wanted);
  }

  it.each([
    ['with the mouse', mouseOf],
    ['with the keyboard alone', keyboardOf],
  ])('gets a member %s', async (way, handsOf) => {
    const { tab } = await openAt('/members');
    const hands = handsOf(tab);
    const name = `Eve ${way} ${randomUUID().slice(0, 8)}`;
    await hands.use('New member');
    await hands.fill('Name', name);
    await hands.fill('E-mail address', `${randomUUID()}@example.com`);
    await hands.toggle('Bio-link pages');
    await hands.use('Add the member');
    const card = tab.getByRole('article').filter({ hasText: name });
    await card.getByText('editor of Publishing, Messaging').waitFor();
    expect(await membersNamed(name)).toMatchObject([
      { role: 'editor', products: ['publishing', 'salesbot'] },
    ]);
  });

  it('changes the access of a member, and removes the member', async () => {
    const name = `Max ${randomUUID()}`;
    const body = { name, email: `${randomUUID()}@example.com`, role: 'editor' as const };
    expectStatus(await admin().POST(MEMBERS, { body }), 201);
    const { tab } = await openAt('/members');
    const card = tab.getByRole('article').filter({ hasText: name });
    // The keyboard opens the form, and chooses in it.
    await card.locator('summary').first().focus();
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('viewer');
    await card.getByLabel('Messaging').click();
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('viewer of Publishing, Bio-link pages', { exact: true }).waitFor();
    expect(await membersNamed(name)).toMatchObject([
      { role: 'viewer', products: ['publishing', 'biolinks'] },
    ]);

    await card.getByRole('button', { name: 'Remove' }).click();
    await tab.getByRole('dialog').getByText('All keys of the member are revoked').waitFor();
    await tab.getByRole('button', { name: 'Yes, remove' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await membersNamed(name)).toEqual([]);
  });

  it('shows an error at its field', async () => {
    const { tab, complaints, tolerate } = await openAt('/members/new');
    tolerate(/\b4(?:09|22)\b/u);
    const [own] = expectStatus(await admin().GET(MEMBERS), 200).body.data;
    await tab.getByLabel('Name', { exact: true }).fill('Twin');
    await tab.getByLabel('E-mail address').fill(own?.email ?? '');
    await tab.getByRole('button', { name: 'Add the member' }).click();
    await tab.getByRole('alert').getByText('member_exists').waitFor();
    for (const product of ['Publishing', 'Bio-link pages', 'Messaging'])
      await tab.getByLabel(product).click();
    await tab.getByRole('button', { name: 'Add the member' }).click();
    await tab.locator('fieldset .errors').waitFor();
    // Chromium reports the statuses 409 and 422.
    expect(complaints()).toEqual([]);
  });

  it('is read-only for a key that may only read it', async () => {
    const reader = await keyOf('Ada', ['workspace:members:read']);
    const { tab } = await openAt('/members', reader);
    await tab.getByRole('article').first().waitFor();
    for (const name of ['Save', 'Remove'])
      expect(await tab.getByRole('button', { name }).count(), name).toBe(0);
    expect(await tab.getByRole('link', { name: 'New member' }).count()).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const CONTACTS = '/api/v1/salesbot/contacts';
const EXPORTS = '/api/v1/salesbot/contacts/exports';
const EXPORT = '/api/v1/salesbot/contacts/exports/{contact_export}';

describe('exports of contacts over HTTP', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  it('contain every contact as the API returns it', async () => {
    const made = [];
    for (const name of ['One', 'Two', 'Three']) {
      const body = { name, dates: { birthday: { date: '1990-03-14' } } };
      made.push(expectStatus(await api.POST(CONTACTS, { body }), 201).body.data);
    }
    const { id } = expectStatus(await api.POST(EXPORTS), 202).body.data;
    const params = { path: { contact_export: id } };
    // The schedule runs once a minute only.
    await invokeFunction(stack, 'export-workspaces', {});
    const done = await waitFor('the export is complete', async () => {
      const { data } = expectStatus(await api.GET(EXPORT, { params }), 200).body;
      return data.state === 'completed' ? data : undefined;
    });
    expect([done.records, done.files.length]).toEqual([3, 1]);
    const text = await (await fetch(done.files[0]?.url ?? '')).text();

    expect(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual(made);
    await waitFor('the entry of the audit log', async () => {
      const query = { operation: 'create-contact-export' };
      const found = await api.GET('/api/v1/audit-events', { params: { query } });
      return expectStatus(found, 200).body.data.length > 0;
    });
  });
});

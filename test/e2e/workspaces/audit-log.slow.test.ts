// Slow: it runs every sample that changes something a second time, and waits for its entry: 10 CPU seconds.
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#functions/capabilities.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { invokeSample } from '#scripts/lib/samples/invoke-sample.ts';
import { readSamples } from '#scripts/lib/samples/sample-event.ts';
import { removeSampleEndpoints } from '#scripts/lib/samples/sample-givens.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

/** Operations that may write and are not tested here, with the reason. */
const APART: Readonly<Record<string, string>> = {
  'create-console-link':
    'its sample is in another workspace; test/e2e/workspaces/console-links has its entry',
  'create-contact-export':
    'its sample exports another workspace; test/e2e/messaging/contact-exports has its entry',
  'create-contact-import': 'its sample is in another workspace; test/e2e/messaging/imports has its entry',
  'start-contact-import': 'its sample is in another workspace; test/e2e/messaging/imports has its entry',
  'create-export': 'its sample exports another workspace; test/e2e/workspaces/export has its entry',
  'delete-workspace':
    'its sample deletes another workspace; test/e2e/workspaces/delete-workspace has its entry',
  'estimate-broadcast':
    'changes nothing of the broadcast: an estimate is no resource, and ends after seven days',
  'ingest-event': 'the event is its own record (ADR 19)',
  'preview-endpoint': 'changes nothing: it writes down its own answer, under an Idempotency-Key only',
  'preview-page': 'changes nothing: a preview is no resource, and ends after ten minutes',
  'read-event-feed': 'changes nothing: a waiting request takes a place of its key, which ends by itself',
  'verify-domain': 'takes a real DNS record; what it writes is in test/integration/audited-writes',
};

const samples = await readSamples();

/** Every operation with a caller that can change something. */
const changing = OPERATIONS.filter(
  ({ access, uses, name }) =>
    access.kind === 'key' &&
    uses.some((capability) => CAPABILITIES.isItemWrite(capability)) &&
    !(name in APART),
);

/** Samples of an operation that are executed. */
function successesOf(name: string) {
  return samples.filter(
    (sample) => sample.function === name && 'status' in sample.outcome && sample.outcome.status < 300,
  );
}

describe('the audit log', () => {
  const stack = forAllTests(shareStack);
  const admin = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function entriesOf(query: string) {
    return expectStatus(await admin('GET', `/api/v1/audit-events?${query}`), 200).body.data;
  }

  it.each(changing)('records $name', async ({ name }) => {
    const successes = successesOf(name);
    expect(successes, 'an operation needs a sample that is carried out').not.toEqual([]);
    const since = new Date().toISOString();
    for (const sample of successes) {
      expect((await invokeSample(stack, sample)).failed).toBe(false);
      if (sample.product === 'webhooks') await removeSampleEndpoints(stack);
    }

    const [entry] = await waitFor(`an entry of ${name}`, async () => {
      const found = await entriesOf(`operation=${name}&since=${since}`);
      return found.length > 0 && found;
    });
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      operation: name,
      request_id: expect.any(String),
      actor: { kind: 'key', key_id: expect.any(String), member_id: expect.any(String) },
      resource: { type: expect.any(String), id: expect.stringMatching(/./u) },
    });
  });

  it('records the creation, and nothing of another workspace', async () => {
    const newWorkspace = await entriesOf('operation=bootstrap&resource=workspace');
    const other = apiClient(stack.baseUrl, stack.otherApiKey);
    const [resource] = newWorkspace;

    expect(newWorkspace).toMatchObject([
      { actor: { kind: 'operator' }, resource: { id: stack.workspaceId } },
    ]);
    const foreign = await other('GET', `/api/v1/audit-events?resource_id=${resource.resource.id}`);
    expect(foreign.body.data ?? []).toEqual([]);
  });

  it('contains no personal data and no secret', async () => {
    const text = JSON.stringify(await entriesOf('limit=100'));

    expect(text).not.toMatch(/whsec_|wsk_|@|Ada|Grace/u);
  });
});

// Slow: it needs a stack of its own, whose retries come after ten minutes.
import { describe, expect, it } from 'vitest';
import type { components, operations } from '#clients/typescript/schema.d.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const ENDPOINT = '/api/v1/workspace-webhooks/{endpoint}';
const DELIVERIES = '/api/v1/workspace-webhooks/{endpoint}/deliveries';
const RECOVER = '/api/v1/workspace-webhooks/{endpoint}/recover';

type Filters = NonNullable<operations['listDeliveries']['parameters']['query']>;

describe('resending', () => {
  const stack = forAllTests(() => startStack({ env: { RETRY_DELAYS: '600' } }), 'discard');
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  const of = (endpoint: string) => ({ path: { endpoint } });

  async function listed(endpoint: string, filters: Filters = {}) {
    const params = { ...of(endpoint), query: { limit: 100, ...filters } };
    return expectStatus(await api.GET(DELIVERIES, { params }), 200).body.data;
  }

  async function failOne(endpoint: string, status: number) {
    receiver.behave(() => status);
    const event = await ingestOrderPaid(api, 'fails');
    return waitFor('the failure is listed', async () =>
      (await listed(endpoint)).find((row) => row.event_id === event),
    );
  }

  function resend(endpoint: string, delivery: string) {
    const params = { path: { endpoint, delivery } };
    return api.POST('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}/resend', { params });
  }

  async function edit(endpoint: string, body: components['schemas']['UpdateEndpointBody']): Promise<void> {
    expectStatus(await api.PATCH(ENDPOINT, { params: of(endpoint), body }), 200);
  }

  async function remove(endpoint: string): Promise<void> {
    expectStatus(await api.DELETE(ENDPOINT, { params: of(endpoint) }), 204);
  }

  async function readRecovery(endpoint: string, recovery: string) {
    const params = { path: { endpoint, recovery } };
    const read = await api.GET('/api/v1/workspace-webhooks/{endpoint}/recoveries/{recovery}', { params });
    return expectStatus(read, 200).body.data;
  }

  /** The number of deliveries that a recovery would resend. */
  async function countSince(endpoint: string, since: string) {
    const response = await api.POST(RECOVER, { params: of(endpoint), body: { since, dry_run: true } });
    return expectStatus(response, 200).body.data;
  }

  it('shows and resends a delivery whose first attempt is still waiting for the response', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const seen: unknown[] = [];
    receiver.behave(async ({ headers }) => {
      if (seen.length > 0) return 200;
      const delivery = String(headers['x-webhook-delivery']);
      const params = { path: { endpoint: endpoint.id, delivery } };
      const read = await api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params });
      seen.push(delivery, expectStatus(read, 200).body.data);
      seen.push(expectStatus(await resend(endpoint.id, delivery), 202).body.data);
      return 503;
    });
    const event = await ingestOrderPaid(api, 'hangs');
    const original = await waitFor('the resend has ended the delivery', async () =>
      (await listed(endpoint.id)).find(({ resend_count: count, finished_at: end }) => count === 1 && end),
    );

    expect(seen).toMatchObject([
      original.id,
      { id: original.id, event_id: event, state: 'queued', reason: null, attempts: [] },
      { resend_of: original.id, event_id: event, state: 'queued' },
    ]);
    expect(original).toMatchObject({ state: 'cancelled', reason: 'superseded_by_resend' });
    await remove(endpoint.id);
  });

  it('creates a new delivery of the same event and bytes, linked to the first', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const failed = await failOne(endpoint.id, 404);
    expect(failed).toMatchObject({ state: 'failed', reason: 'receiver_rejected' });

    receiver.behave(() => 200);
    const resent = expectStatus(await resend(endpoint.id, failed.id), 202).body.data;
    const before = receiver.requests.length;
    const request = (await receiver.waitFor(before + 1)).at(-1);

    expect(resent).toMatchObject({ resend_of: failed.id, event_id: failed.event_id, state: 'queued' });
    expect(resent.id).not.toBe(failed.id);
    expect(request?.headers['x-webhook-delivery']).toBe(resent.id);
    if (request) expect(verifyDelivery(request, endpoint.secret)['id']).toBe(failed.event_id);

    const again = expectStatus(await resend(endpoint.id, resent.id), 202).body.data;
    expect(again.resend_of).toBe(failed.id);
    await remove(endpoint.id);
  });

  it('stops the automatic retries of its original after a success', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const waiting = await failOne(endpoint.id, 503);
    expect(waiting).toMatchObject({ state: 'retrying', reason: 'receiver_error' });

    receiver.behave(() => 200);
    expectStatus(await resend(endpoint.id, waiting.id), 202);
    const original = await waitFor('the original is superseded', async () =>
      (await listed(endpoint.id)).find((row) => row.id === waiting.id && row.state === 'cancelled'),
    );
    const params = { path: { endpoint: endpoint.id, delivery: waiting.id } };
    const read = await api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params });
    const shown = expectStatus(read, 200).body.data;

    expect(original.reason).toBe('superseded_by_resend');
    expect(shown).toMatchObject({ resend_count: 1, next_attempt_at: null });
    expect(shown.explanation.why).toContain('resend');
    await remove(endpoint.id);
  });

  it('is rejected while the endpoint is paused and when it is no longer subscribed', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const failed = await failOne(endpoint.id, 400);

    await edit(endpoint.id, { subscriptions: [{ event: 'salesbot.contact.created' }] });
    const unsubscribed = expectStatus(await resend(endpoint.id, failed.id), 409);
    const pause = { params: of(endpoint.id) };
    expectStatus(await api.POST('/api/v1/workspace-webhooks/{endpoint}/pause', pause), 200);
    const paused = expectStatus(await resend(endpoint.id, failed.id), 409);

    expect(unsubscribed.body.code).toBe('endpoint_not_subscribed');
    expect(paused.body.code).toBe('endpoint_paused');
    await remove(endpoint.id);
  });

  it('recovers from an outage: counts first, resends every failure, and nothing twice', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const since = new Date().toISOString();
    receiver.behave(() => 404);
    const events = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ingestOrderPaid(api, String(index))),
    );
    await waitFor(
      'all have failed',
      async () => (await listed(endpoint.id, { state: 'failed' })).length === 30,
    );

    receiver.behave(() => 200);
    expect(await countSince(endpoint.id, since)).toEqual({ matched: 30, count_complete: true });
    const before = receiver.requests.length;
    const all = { params: of(endpoint.id), body: { since } };
    const responses = await Promise.all([api.POST(RECOVER, all), api.POST(RECOVER, all)]);
    // Of two at the same time, one starts.
    const [started, rejected] = responses.toSorted((a, b) => a.status - b.status);
    if (!started || !rejected) throw new Error('There were two requests');
    const { id } = expectStatus(started, 202).body.data;
    expect(expectStatus(rejected, 409).body).toMatchObject({ code: 'recovery_running', recovery: id });
    await receiver.waitFor(before + 30);
    const done = await waitFor('the recovery is complete', async () => {
      const read = await readRecovery(endpoint.id, id);
      return read.state === 'completed' && read;
    });

    expect(done).toMatchObject({ matched: 30, state: 'completed' });
    expect(await countSince(endpoint.id, since)).toEqual({ matched: 0, count_complete: true });
    const resent = receiver.requests.slice(before).map((request) => JSON.parse(request.body.toString()).id);
    expect(resent).toHaveLength(events.length);
    expect(new Set(resent)).toEqual(new Set(events));
    await remove(endpoint.id);
  });

  it('cancels deliveries of outdated settings, while a rename cancels nothing', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const waiting = await failOne(endpoint.id, 500);
    await edit(endpoint.id, { name: 'Renamed' });
    expect((await listed(endpoint.id)).find((row) => row.id === waiting.id)?.state).toBe('retrying');

    await edit(endpoint.id, { url: `${receiver.url}/elsewhere` });
    expect((await listed(endpoint.id)).find((row) => row.id === waiting.id)).toMatchObject({
      state: 'cancelled',
      reason: 'endpoint_edited',
    });
    expect((await listed(endpoint.id, { state: 'cancelled' })).map((row) => row.id)).toContain(waiting.id);
    expect(await listed(endpoint.id, { state: 'retrying' })).toEqual([]);
    await remove(endpoint.id);
  });

  it('sends a test event marked as one, with the sample of a subscribed event', async () => {
    receiver.behave(() => 200);
    const endpoint = await createEnabledEndpoint(api, receiver.url, [
      'salesbot.booking.created',
      'salesbot.contact.created',
    ]);
    const before = receiver.requests.length;
    const sample = { params: of(endpoint.id), body: { event: 'salesbot.contact.created' } } as const;
    const sent = await api.POST('/api/v1/workspace-webhooks/{endpoint}/test', sample);
    const queued = expectStatus(sent, 202).body.data;
    const request = (await receiver.waitFor(before + 1)).at(-1);
    const shown = await waitFor('the test delivery succeeded', async () =>
      (await listed(endpoint.id)).find((row) => row.id === queued.id && row.state === 'succeeded'),
    );

    expect(shown).toMatchObject({ test: true, event: 'salesbot.contact.created' });
    if (request) {
      expect(verifyDelivery(request, endpoint.secret)).toMatchObject({
        test: true,
        workspace_id: stack.workspaceId,
      });
    }
    await remove(endpoint.id);
  });
});

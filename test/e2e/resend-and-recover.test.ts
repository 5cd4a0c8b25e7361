import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type ApiClient } from '#test/support/api-client.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/capturing-receiver.ts';
import { type RunningStack, startStack } from '#test/support/running-stack.ts';
import { until } from '#test/support/until.ts';
import { verifyDelivery } from '#test/support/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus, ingestOrderPaid } from '#test/support/webhook-user.ts';

type Shown = { id: string; state: string; reason: string | null; resend_of: string | null; event_id: string };

describe('sending again', () => {
  let stack: RunningStack;
  let receiver: CapturingReceiver;
  let api: ApiClient;

  beforeAll(async () => {
    [stack, receiver] = await Promise.all([startStack({ env: { RETRY_DELAYS: '600' } }), startReceiver()]);
    api = apiClient(stack.baseUrl, stack.apiKey);
  });

  afterAll(async () => {
    await receiver?.close();
    await stack?.discard();
  });

  async function listed(path: string, query = 'limit=100'): Promise<Shown[]> {
    return expectStatus(await api('GET', `${path}/deliveries?${query}`), 200).body.data;
  }

  async function failOne(path: string, status: number): Promise<Shown> {
    receiver.behave(() => status);
    const event = await ingestOrderPaid(api, 'fails');
    return until('the failure is listed', async () =>
      (await listed(path)).find((row) => row.event_id === event),
    );
  }

  it('makes a new delivery of the same event and bytes, linked to the first', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const failed = await failOne(endpoint.path, 404);
    expect(failed).toMatchObject({ state: 'failed', reason: 'receiver_rejected' });

    receiver.behave(() => 200);
    const path = `${endpoint.path}/deliveries/${failed.id}/resend`;
    const resend = expectStatus(await api('POST', path), 202).body.data;
    const before = receiver.requests.length;
    const request = (await receiver.waitFor(before + 1)).at(-1);

    expect(resend).toMatchObject({ resend_of: failed.id, event_id: failed.event_id, state: 'queued' });
    expect(resend.id).not.toBe(failed.id);
    expect(request?.headers['x-webhook-delivery']).toBe(resend.id);
    if (request) expect(verifyDelivery(request, endpoint.secret)['id']).toBe(failed.event_id);

    const again = expectStatus(await api('POST', `${endpoint.path}/deliveries/${resend.id}/resend`), 202).body
      .data;
    expect(again.resend_of).toBe(failed.id);
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('stops the automatic retries of what it repeats once it succeeded', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const waiting = await failOne(endpoint.path, 503);
    expect(waiting).toMatchObject({ state: 'retrying', reason: 'receiver_error' });

    receiver.behave(() => 200);
    expectStatus(await api('POST', `${endpoint.path}/deliveries/${waiting.id}/resend`), 202);
    const original = await until('the original is superseded', async () =>
      (await listed(endpoint.path)).find((row) => row.id === waiting.id && row.state === 'cancelled'),
    );
    const { body } = await api('GET', `${endpoint.path}/deliveries/${waiting.id}`);

    expect(original.reason).toBe('superseded_by_resend');
    expect(body.data).toMatchObject({ resend_count: 1, next_attempt_at: null });
    expect(body.data.explanation.why).toContain('resend');
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('is refused while paused and when no longer subscribed', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const failed = await failOne(endpoint.path, 400);
    const path = `${endpoint.path}/deliveries/${failed.id}/resend`;

    await api('PATCH', endpoint.path, { body: { subscriptions: [{ event: 'salesbot.contact.created' }] } });
    const unsubscribed = await api('POST', path);
    await api('POST', `${endpoint.path}/pause`);
    const paused = await api('POST', path);

    expect([unsubscribed.status, unsubscribed.body.code]).toEqual([409, 'endpoint_not_subscribed']);
    expect([paused.status, paused.body.code]).toEqual([409, 'endpoint_paused']);
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('recovers an outage: counts first, sends everything that failed again, and nothing twice', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const since = new Date().toISOString();
    receiver.behave(() => 404);
    const events = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ingestOrderPaid(api, String(index))),
    );
    await until(
      'all have failed',
      async () => (await listed(endpoint.path, 'state=failed&limit=100')).length === 30,
    );

    receiver.behave(() => 200);
    const recover = `${endpoint.path}/recover`;
    const count = expectStatus(await api('POST', recover, { body: { since, dry_run: true } }), 200).body.data;
    expect(count).toEqual({ matched: 30, count_complete: true });
    const before = receiver.requests.length;
    const both = await Promise.all([
      api('POST', recover, { body: { since } }),
      api('POST', recover, { body: { since }, headers: { 'idempotency-key': 'one-recovery' } }),
    ]);
    for (const answer of both) expectStatus(answer, 202);
    await receiver.waitFor(before + 30);
    const [done] = await until('both recoveries are complete', async () => {
      const read = await Promise.all(
        both.map(({ body }) => api('GET', `${endpoint.path}/recoveries/${body.data.id}`)),
      );
      return read.every(({ body }) => body.data.state === 'completed')
        ? read.map(({ body }) => body.data)
        : undefined;
    });

    expect(done).toMatchObject({ matched: 30, state: 'completed' });
    const rest = expectStatus(await api('POST', recover, { body: { since, dry_run: true } }), 200).body.data;
    expect(rest).toEqual({ matched: 0, count_complete: true });
    const resent = receiver.requests.slice(before).map((request) => JSON.parse(request.body.toString()).id);
    // Two recoveries at the same time: each event once.
    expect(resent).toHaveLength(events.length);
    expect(new Set(resent)).toEqual(new Set(events));
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('cancels what was queued for old settings, while a rename cancels nothing', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const waiting = await failOne(endpoint.path, 500);
    await api('PATCH', endpoint.path, { body: { name: 'Renamed' } });
    expect((await listed(endpoint.path)).find((row) => row.id === waiting.id)?.state).toBe('retrying');

    await api('PATCH', endpoint.path, { body: { url: `${receiver.url}/elsewhere` } });
    expect((await listed(endpoint.path)).find((row) => row.id === waiting.id)).toMatchObject({
      state: 'cancelled',
      reason: 'endpoint_edited',
    });
    expect((await listed(endpoint.path, 'state=cancelled')).map((row) => row.id)).toContain(waiting.id);
    expect(await listed(endpoint.path, 'state=retrying')).toEqual([]);
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('sends a test event marked as one, with the sample of a subscribed event', async () => {
    receiver.behave(() => 200);
    const endpoint = await createEnabledEndpoint(api, receiver.url, [
      'salesbot.booking.created',
      'salesbot.contact.created',
    ]);
    const before = receiver.requests.length;
    const queued = expectStatus(
      await api('POST', `${endpoint.path}/test`, { body: { event: 'salesbot.contact.created' } }),
      202,
    ).body.data;
    const request = (await receiver.waitFor(before + 1)).at(-1);
    const shown = await until('the test delivery succeeded', async () =>
      (await listed(endpoint.path)).find((row) => row.id === queued.id && row.state === 'succeeded'),
    );

    expect(shown).toMatchObject({ test: true, event: 'salesbot.contact.created' });
    if (request) {
      expect(verifyDelivery(request, endpoint.secret)).toMatchObject({
        test: true,
        workspace_id: stack.workspaceId,
      });
    }
    expectStatus(await api('DELETE', endpoint.path), 204);
  });
});

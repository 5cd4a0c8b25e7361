import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const EVENTS = 25;

describe('metrics', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  const metricsOf = async (path: string, query = '') =>
    expectStatus(await api('GET', `${path}/metrics${query}`), 200).body.data;

  it('count every attempt once, of an endpoint and of the workspace', async () => {
    const { path } = await createEnabledEndpoint(api, receiver.url);
    const before = await metricsOf('/api/v1/workspace-webhooks');
    await Promise.all(Array.from({ length: EVENTS }, (_, number) => ingestOrderPaid(api, String(number))));
    await waitFor('all deliveries have succeeded', async () => {
      const list = expectStatus(await api('GET', `${path}/deliveries?state=succeeded&limit=100`), 200);
      return list.body.data.length === EVENTS;
    });
    await waitFor('all attempts are counted', async () => (await metricsOf(path)).attempts >= EVENTS);

    for (const step of ['5m', '1h', '1d']) {
      const metrics = await metricsOf(path, `?step=${step}`);
      expect(metrics).toMatchObject({ step, attempts: EVENTS, successes: EVENTS, failures: {} });
      expect(metrics.p50_ms).toBeGreaterThan(0);
      expect(metrics.p95_ms).toBeGreaterThanOrEqual(metrics.p50_ms);
    }
    const workspace = await metricsOf('/api/v1/workspace-webhooks');
    expect(workspace.attempts).toBeGreaterThanOrEqual(before.attempts + EVENTS);
  });

  it('show failures by their result, and the deliveries that wait for a retry', async () => {
    const closed = await startReceiver();
    await closed.close();
    const { path } = await createEnabledEndpoint(api, closed.url);
    await ingestOrderPaid(api, 'unreachable');
    await waitFor('the attempt is counted', async () => (await metricsOf(path)).attempts === 1);

    expect(await metricsOf(path)).toMatchObject({
      successes: 0,
      failures: { network_error: 1 },
      waiting: { deliveries: 1, is_minimum: false },
    });
  });
});

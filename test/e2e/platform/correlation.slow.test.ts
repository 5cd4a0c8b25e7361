import { beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type ApiAnswer } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ORDER = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10' };

describe('from a call of the API to the log line of an attempt', () => {
  // Metrics have no id of a workspace, so the counts need a stack without other files.
  const stack = forAllTests(() => startStack({ env: { RETRY_DELAYS: '1,1,1,1,1' } }), 'discard');
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let endpoint: { readonly id: string; readonly path: string };

  beforeAll(async () => {
    endpoint = await createEnabledEndpoint(api, receiver.url);
  });

  it('contains the request id of the response that accepted the event', async () => {
    const answer = await ingest();
    const requestId = answer.headers.get('x-request-id') ?? '';
    const line = await attemptOf(requestId);

    expect(requestId).toMatch(/^[0-9a-f-]{36}$/u);
    expect(line).toMatchObject({
      level: 'INFO',
      service: 'deliver-webhook',
      event_id: answer.body.data.id,
      endpoint_id: endpoint.id,
      workspace_id: stack.workspaceId,
      attempt: 1,
      outcome: 'success',
      status: 200,
      state: 'succeeded',
      delivery_id: receiver.requests[0]?.headers['x-webhook-delivery'],
    });
    // The request itself is in the log under the same id.
    expect(await linesWith('request_id', requestId)).toMatchObject([
      { service: 'ingest-event', status: 202 },
    ]);
  });

  it('contains a request id of the client in every attempt, one line each', async () => {
    let rejections = 2;
    receiver.behave(() => (rejections-- > 0 ? 503 : 200));
    const chosen = 'order-import-20261121';

    const answer = await ingest({ 'x-request-id': chosen });
    await waitFor(
      'the third attempt succeeds',
      async () => (await attemptsOf(chosen)).length === 3 || undefined,
    );

    expect(answer.headers.get('x-request-id')).toBe(chosen);
    expect((await attemptsOf(chosen)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 503],
      [2, 503],
      [3, 200],
    ]);
  });

  it('contains it for a resend as well, because the event is the same', async () => {
    const requestId = (await ingest()).headers.get('x-request-id') ?? '';
    const { delivery_id: original } = await attemptOf(requestId);
    const answer = expectStatus(await api('POST', `${endpoint.path}/deliveries/${original}/resend`), 202);

    const resent = await waitFor('the resend is logged', async () => (await attemptsOf(requestId))[1]);

    expect(resent).toMatchObject({ delivery_id: answer.body.data.id, attempt: 1, outcome: 'success' });
  });

  it('counts the attempts in the log too, without an id among the dimensions', async () => {
    const documents = await waitFor('the last invocation has written its counts', async () => {
      const found = (await lines()).filter((line) => '_aws' in line && line['service'] === 'deliver-webhook');
      return counted(found, 'success') === 4 ? found : undefined;
    });
    const dimensions = documents.flatMap((line): string[] => line['_aws'].CloudWatchMetrics[0].Dimensions[0]);

    expect(counted(documents, 'retry')).toBe(2);
    expect([...new Set(dimensions)].toSorted()).toEqual(['outcome', 'service']);
    expect(JSON.stringify(documents)).not.toContain(stack.workspaceId);
  });

  async function ingest(headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const body = { event: 'salesbot.store.order_paid', data: { order: ORDER } };
    return expectStatus(await api('POST', '/api/v1/salesbot/events', { body, headers }), 202);
  }

  // Lines are JSON of the platform, accessed freely; wrong fields fail their expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async function lines(): Promise<readonly Record<string, any>[]> {
    const text = await stack.logs();
    return text
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  }

  async function linesWith(field: string, value: string) {
    return (await lines()).filter((line) => line[field] === value);
  }

  async function attemptsOf(correlationId: string) {
    const found = await linesWith('correlation_id', correlationId);
    return found.filter(({ code }) => code === 'ATTEMPT_MADE');
  }

  function attemptOf(correlationId: string) {
    return waitFor(
      `the attempt of ${correlationId} is logged`,
      async () => (await attemptsOf(correlationId))[0],
    );
  }
});

function counted(documents: readonly Record<string, unknown>[], wanted: string): number {
  return documents.reduce(
    (sum, document) => sum + (document['outcome'] === wanted ? Number(document['Attempts'] ?? 0) : 0),
    0,
  );
}

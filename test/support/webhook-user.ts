import type { ApiAnswer, ApiClient } from './api-client.ts';

const BASE = '/api/v1/workspace-webhooks';

/** What a customer's admin does before events flow. */
export async function createEnabledEndpoint(
  api: ApiClient,
  url: string,
  events: readonly string[] = ['salesbot.store.order_paid'],
): Promise<{ id: string; secret: string; path: string }> {
  const subscriptions = events.map((event) => ({ event }));
  const created = expectStatus(
    await api('POST', BASE, { body: { name: 'Receiver', url, subscriptions } }),
    201,
  );
  const path = `${BASE}/${created.body.data.id}`;
  expectStatus(await api('PATCH', path, { body: { enabled: true } }), 200);
  return { id: created.body.data.id, secret: created.body.secret, path };
}

/** Ingests an order that was paid; gives the event's id. */
export async function ingestOrderPaid(api: ApiClient, number: string): Promise<string> {
  const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number, total: '59.90', currency: 'EUR' };
  const answer = await api('POST', '/api/v1/salesbot/events', {
    body: { event: 'salesbot.store.order_paid', data: { order } },
  });
  return expectStatus(answer, 202).body.data.id;
}

/** The answer, or an error that shows what came instead. */
export function expectStatus(answer: ApiAnswer, status: number): ApiAnswer {
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer;
}

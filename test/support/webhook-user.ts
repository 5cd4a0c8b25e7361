import type { EventName } from '#shared/domain/catalogue/event-catalogue.ts';
import type { ApiClient } from './api-client.ts';

/** What a customer's admin does before events flow. */
export async function createEnabledEndpoint(
  api: ApiClient,
  url: string,
  events: readonly EventName[] = ['salesbot.store.order_paid'],
): Promise<{ id: string; secret: string; path: string }> {
  const body = { name: 'Receiver', url, subscriptions: events.map((event) => ({ event })) };
  const created = await api.POST('/api/v1/workspace-webhooks', { body });
  const { data, secret } = expectStatus(created, 201).body;
  const params = { path: { endpoint: data.id } };
  const enable = { params, body: { enabled: true } };
  expectStatus(await api.PATCH('/api/v1/workspace-webhooks/{endpoint}', enable), 200);
  return { id: data.id, secret, path: `/api/v1/workspace-webhooks/${data.id}` };
}

/** Ingests an order that was paid; gives the event's id. */
export async function ingestOrderPaid(api: ApiClient, number: string): Promise<string> {
  const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number, total: '59.90', currency: 'EUR' };
  const body = { event: 'salesbot.store.order_paid', data: { order } } as const;
  return expectStatus(await api.POST('/api/v1/salesbot/events', { body }), 202).body.data.id;
}

/** The answer as one of that status, or an error that shows what came instead. */
export function expectStatus<
  Answer extends { readonly status: number; readonly body: unknown },
  const Status extends Answer['status'],
>(answer: Answer, status: Status): Answer & { readonly status: Status } {
  if (hasStatus(answer, status)) return answer;
  throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
}

function hasStatus<Answer extends { readonly status: number }, Status>(
  answer: Answer,
  status: Status,
): answer is Answer & { readonly status: Status } {
  return answer.status === status;
}

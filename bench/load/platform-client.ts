import * as v from 'valibot';

const ENDPOINTS = '/api/v1/workspace-webhooks';
const EVENT = 'salesbot.store.order_paid';
const ORDER_ID = '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10';
const ANSWER_WITHIN_MS = 30_000;

const createdSchema = v.object({ data: v.object({ id: v.string() }), secret: v.string() });
const ingestedSchema = v.object({ data: v.object({ id: v.string(), matched_endpoints: v.number() }) });
const pageSchema = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      event_id: v.string(),
      state: v.string(),
      next_attempt_at: v.nullable(v.string()),
      attempts: v.array(v.object({ number: v.number() })),
    }),
  ),
  next_cursor: v.nullable(v.string()),
});

/** A delivery as returned by the API. */
export type ListedDelivery = v.InferOutput<typeof pageSchema>['data'][number];

export type Ingested = { readonly id: string; readonly matchedEndpoints: number };

/** The API calls of the benchmark, over HTTP like any client. */
export type PlatformClient = {
  createEnabledEndpoint(name: string, url: string): Promise<{ readonly id: string; readonly secret: string }>;
  deleteEndpoint(id: string): Promise<void>;
  /** Rejects if there was no response; resolves to undefined if the platform did not accept the event. */
  ingest(number: number, dedupeKey: string): Promise<Ingested | undefined>;
  listDeliveries(endpointId: string): Promise<ListedDelivery[]>;
};

export function createPlatformClient({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
}): PlatformClient {
  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(baseUrl + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function expectOk(response: Response): Promise<unknown> {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }

  return {
    async createEnabledEndpoint(name, url) {
      const subscriptions = [{ event: EVENT }];
      const response = await expectOk(await call('POST', ENDPOINTS, { name, url, subscriptions }));
      const { data, secret } = v.parse(createdSchema, response);
      await expectOk(await call('PATCH', `${ENDPOINTS}/${data.id}`, { enabled: true }));
      return { id: data.id, secret };
    },

    async deleteEndpoint(id) {
      await expectOk(await call('DELETE', `${ENDPOINTS}/${id}`));
    },

    async ingest(number, dedupeKey) {
      const order = { id: ORDER_ID, number: String(number), total: '59.90', currency: 'EUR' };
      const response = await call('POST', '/api/v1/salesbot/events', {
        event: EVENT,
        data: { order },
        dedupe_key: dedupeKey,
      });
      const { status } = response;
      const comesLater = status === 409 || status === 429 || status >= 500;
      if (comesLater) {
        await response.arrayBuffer();
        return undefined;
      }
      const { data } = v.parse(ingestedSchema, await expectOk(response));
      return { id: data.id, matchedEndpoints: data.matched_endpoints };
    },

    async listDeliveries(endpointId) {
      const found: ListedDelivery[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const response = await expectOk(
          await call('GET', `${ENDPOINTS}/${endpointId}/deliveries?limit=100${from}`),
        );
        const page = v.parse(pageSchema, response);
        found.push(...page.data);
        cursor = page.next_cursor;
      }
      return found;
    },
  };
}

import * as v from 'valibot';

/** The API as a client uses it. */
export type PlatformCalls = {
  /** Returns the body of a 2xx response. @throws Error for any other response */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<unknown>;
  createEnabledEndpoint(name: string, url: string, events?: readonly string[]): Promise<string>;
};

const createdSchema = v.object({ data: v.object({ id: v.string() }) });
const ENDPOINTS = '/api/v1/workspace-webhooks';

export const ORDER_PAID = 'salesbot.store.order_paid';

export function createPlatformCalls(baseUrl: string, apiKey: string): PlatformCalls {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  return {
    call,
    async createEnabledEndpoint(name, url, events = [ORDER_PAID]) {
      const subscriptions = events.map((event) => ({ event }));
      const { data } = v.parse(createdSchema, await call('POST', ENDPOINTS, { name, url, subscriptions }));
      await call('PATCH', `${ENDPOINTS}/${data.id}`, { enabled: true });
      return data.id;
    },
  };
}

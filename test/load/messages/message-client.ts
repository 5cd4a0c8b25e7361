import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';

const PAUSE_MS = 100;
const ANSWER_WITHIN_MS = 30_000;

const dataSchema = v.object({ data: v.object({ id: v.string() }), secret: v.optional(v.string(), '') });

/** The API calls of the test, over HTTP like any client. */
export function createMessageClient({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
}) {
  async function call(
    method: string,
    path: string,
    body: object,
    idempotencyKey?: string,
  ): Promise<Response> {
    return fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  }

  /** @throws Error for a response that is no success */
  async function expectData(response: Response): Promise<v.InferOutput<typeof dataSchema>> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
    return v.parse(dataSchema, JSON.parse(text));
  }

  return {
    /** Connects a number of the local AWS account, and verifies it. Returns its id. */
    async openNumber(number: { readonly phone: string; readonly id: string }): Promise<string> {
      const body = { platform: 'sms', phone: number.phone, origination_id: number.id };
      const { data } = await expectData(await call('POST', '/salesbot/phone-numbers', body));
      await expectData(await call('POST', `/salesbot/phone-numbers/${data.id}/verify`, {}));
      return data.id;
    },

    /** Creates an endpoint for these events, and enables it. Returns its secret. */
    async openEndpoint(url: string, events: readonly string[]): Promise<string> {
      const body = { name: 'Slow test', url, subscriptions: events.map((event) => ({ event })) };
      const { data, secret } = await expectData(await call('POST', '/workspace-webhooks', body));
      await expectData(await call('PATCH', `/workspace-webhooks/${data.id}`, { enabled: true }));
      return secret;
    },

    /** Sends a message until it is accepted: a request without a response is repeated under the same key. Returns its id. */
    async send(conversationId: string, text: string, key: string, signal: AbortSignal): Promise<string> {
      while (!signal.aborted) {
        const response = await call(
          'POST',
          `/salesbot/conversations/${conversationId}/messages`,
          { text },
          key,
        ).catch((error: unknown) => {
          if (isConnectionError(error)) return undefined;
          throw error;
        });
        const comesLater =
          response === undefined || [409, 429].includes(response.status) || response.status >= 500;
        if (!comesLater) return (await expectData(response)).data.id;
        await response?.arrayBuffer().catch(() => undefined);
        await wait(PAUSE_MS);
      }
      throw new Error('The test has ended');
    },
  };
}

/** `fetch` throws a TypeError if the connection breaks, also while reading the body, and a DOMException on a timeout. */
function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

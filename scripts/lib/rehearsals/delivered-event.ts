import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { StackReady } from '#scripts/lib/stack/stack-process.ts';

const PAUSE_MS = 200;
const WITHIN_MS = 30_000;
const ENDED = ['succeeded', 'failed', 'cancelled'];
const PATH = '/api/v1/workspace-webhooks';

const endpointsSchema = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });
const deliveriesSchema = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });
const deliverySchema = v.object({ data: v.object({ id: v.string(), state: v.string() }) });

/** Points an endpoint to the receiver of this stack, sends a test event, and waits for its delivery. Returns what happened. */
export async function deliveredEvent(
  stack: StackReady,
  apiKey: string,
  { withinMs = WITHIN_MS }: { readonly withinMs?: number } = {},
): Promise<string> {
  const call = caller(stack, apiKey);
  const own = await redirectedEndpoint(stack, call);
  return untilDelivered(call, own, await call('POST', `${own}/test`), withinMs);
}

/** Resends the newest delivery of an endpoint that has ended, and waits for the new one. */
export async function resentDelivery(stack: StackReady, apiKey: string): Promise<string> {
  const call = caller(stack, apiKey);
  const own = await redirectedEndpoint(stack, call);
  const { data } = v.parse(deliveriesSchema, await call('GET', `${own}/deliveries`));
  const ended = data.findLast(({ state }) => ENDED.includes(state));
  if (!ended) throw new Error('The endpoint has no delivery that has ended');
  return untilDelivered(call, own, await call('POST', `${own}/deliveries/${ended.id}/resend`), WITHIN_MS);
}

/** The path of an endpoint that is enabled, after its URL was set to the receiver. */
async function redirectedEndpoint({ receiverUrl }: StackReady, call: Call): Promise<string> {
  const { data } = v.parse(endpointsSchema, await call('GET', PATH));
  const endpoint = data.find(({ state }) => state === 'enabled');
  if (!endpoint) throw new Error('The workspace has no enabled endpoint');
  const own = `${PATH}/${endpoint.id}`;
  await call('PATCH', own, { url: `${receiverUrl}/hooks/rehearsal` });
  return own;
}

async function untilDelivered(call: Call, own: string, response: unknown, withinMs: number): Promise<string> {
  const from = performance.now();
  const sent = v.parse(deliverySchema, response).data.id;
  while (performance.now() - from < withinMs) {
    const { state } = v.parse(deliverySchema, await call('GET', `${own}/deliveries/${sent}`)).data;
    if (state === 'succeeded') return `delivered after ${Math.round(performance.now() - from)} ms`;
    await wait(PAUSE_MS);
  }
  throw new Error(`no delivery succeeded within ${withinMs} ms`);
}

/** Replaces the secrets of every endpoint, as customers do after the loss of the key. */
export async function rotateSecrets(stack: StackReady, apiKey: string): Promise<void> {
  const call = caller(stack, apiKey);
  const { data: endpoints } = v.parse(endpointsSchema, await call('GET', PATH));
  for (const { id } of endpoints) await call('POST', `${PATH}/${id}/rotate-secret`, { immediate: true });
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

function caller({ baseUrl }: StackReady, apiKey: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

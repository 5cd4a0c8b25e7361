import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { createPlatformCalls } from '#bench/cost/platform-calls.ts';

const EVENT = 'salesbot.contact.created';
const CONTACT = { id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d', name: 'Ada Lovelace' };
const FAILED_WITHIN_MS = 20_000;
const POLL_MS = 100;

const listSchema = v.object({ data: v.array(v.unknown()) });

/** Creates an endpoint whose receiver responds with 404, and resolves when a delivery to it has failed. */
export async function breakEndpoint({
  baseUrl,
  apiKey,
  receiverUrl,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly receiverUrl: string;
}): Promise<void> {
  const { call, createEnabledEndpoint } = createPlatformCalls(baseUrl, apiKey);
  const id = await createEnabledEndpoint('Broken', `${receiverUrl}/status/404`, [EVENT]);
  await call('POST', '/api/v1/salesbot/events', { event: EVENT, data: { contact: CONTACT } });
  const deadline = performance.now() + FAILED_WITHIN_MS;
  const path = `/api/v1/workspace-webhooks/${id}/deliveries?state=failed`;
  while (v.parse(listSchema, await call('GET', path)).data.length === 0) {
    if (performance.now() > deadline) throw new Error('the delivery to the broken endpoint has not failed');
    await wait(POLL_MS);
  }
}

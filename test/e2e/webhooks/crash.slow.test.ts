import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

type Listed = { readonly id: string; readonly attempts: readonly unknown[] };

/** The items of all pages of a list. */
async function allOf(api: ReturnType<typeof apiClient>, path: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let cursor = ''; ;) {
    const page = expectStatus(await api('GET', `${path}?limit=100${cursor}`), 200).body;
    found.push(...page.data);
    if (!page.has_more) return found;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

const EVENTS = 300;
/** The requests that get a response before the crash. The others get none and do not count, so the crash is always in the middle. */
const ANSWERED = 120;
/** An attempt that was recorded and not counted before the crash is counted when its message returns: 90 s of visibility, and its batch. */
const COUNTED_MS = 120_000;

describe('a power cut in the middle of 300 deliveries', { timeout: 2 * COUNTED_MS }, () => {
  let stack: RunningStack;
  let receiver: CapturingReceiver;

  beforeEach(async () => {
    [stack, receiver] = await Promise.all([startStack(), startReceiver()]);
  });

  afterEach(async () => {
    await receiver?.close();
    await stack?.discard();
  });

  it('loses no event with a 202 response, and repeats requests only with the same delivery id', async () => {
    const api = apiClient(stack.baseUrl, stack.apiKey);
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const unanswered = new Promise<never>(() => {});
    receiver.behave((_request, earlier) => (earlier.length < ANSWERED ? 200 : unanswered));
    const accepted: string[] = [];
    for (let index = 0; index < EVENTS; index += 10) {
      const ids = Array.from({ length: 10 }, (_, offset) => ingestOrderPaid(api, String(index + offset)));
      accepted.push(...(await Promise.all(ids)));
    }
    await receiver.waitFor(ANSWERED);

    await stack.kill();
    receiver.behave(() => 200);
    stack = await startStack({ dataDir: stack.dataDir });
    await waitFor('every event arrived', () => receiver.deliveries().size >= EVENTS, 60_000);

    const deliveryByEvent = new Map<string, Set<string>>();
    for (const request of receiver.requests) {
      const event = String(verifyDelivery(request, endpoint.secret)['id']);
      const ids = deliveryByEvent.get(event) ?? new Set();
      deliveryByEvent.set(event, ids.add(String(request.headers['x-webhook-delivery'])));
    }
    expect(new Set(deliveryByEvent.keys())).toEqual(new Set(accepted));
    expect([...deliveryByEvent.values()].every((ids) => ids.size === 1)).toBe(true);

    const survivor = apiClient(stack.baseUrl, stack.apiKey);
    const logged = await allOf(survivor, '/api/v1/events');
    expect(logged.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
    // A request that was not recorded before the crash is repeated, and counted once.
    const countedAttempts = async () => {
      const { data } = expectStatus(await survivor('GET', `${endpoint.path}/metrics`), 200).body;
      return data.attempts >= EVENTS && Number(data.attempts);
    };
    const counted = await waitFor('every recorded attempt is counted', countedAttempts, COUNTED_MS);
    const deliveries = await allOf(survivor, `${endpoint.path}/deliveries`);
    expect(deliveries).toHaveLength(EVENTS);
    expect(counted).toBe(deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0));
  });
});

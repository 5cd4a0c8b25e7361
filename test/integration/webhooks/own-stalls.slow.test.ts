import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumer } from '#functions/webhooks/deliver-webhook/consumer.ts';
import { createEndpointBreaker } from '#functions/webhooks/deliver-webhook/endpoint-breaker.ts';
import { createFailureNotifier } from '#functions/webhooks/deliver-webhook/failure-notifier.ts';
import { type ConsumerProvisions, startConsumer } from '#shared/platform/entry/consumer-entry.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { BREAKER, createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

/** The timer of the deployed functions. */
let after: ConsumerProvisions<typeof consumer>['after'];
startConsumer(
  { ...consumer, settings: {} },
  [],
  (provisions: Pick<ConsumerProvisions<typeof consumer>, 'after'>) => {
    after = provisions.after;
    return async () => [];
  },
);

let receiver: ChildProcess;
let port: unknown;

beforeAll(async () => {
  receiver = fork(new URL('../../support/fixtures/webhooks/receiver-process.ts', import.meta.url));
  [port] = await once(receiver, 'message');
});
afterAll(() => receiver.disconnect());

/**
 * Sends a request to a receiver that responds after some milliseconds, and blocks this process once the receiver has the request.
 * Returns the result, and whether the endpoint was marked as slow.
 */
async function sendDuringStall(options: {
  readonly respondsAfter: number;
  readonly blocked: number;
  readonly timeouts?: { readonly total: number; readonly connect: number };
}): Promise<{ readonly result: SendResult; readonly isSlow: boolean }> {
  const { respondsAfter, blocked, timeouts = { total: 8000, connect: 4000 } } = options;
  const fixture = createDeliveryFixture();
  const { endpoint } = await fixture.prepare();
  const guard = createAddressGuard({ allowedHosts: ['127.0.0.1'] });
  const sender = createWebhookSender({ guard, timeouts });
  const notifier = createFailureNotifier({ ...fixture, ...fixture.platform }, fixture.clock);
  const breaker = createEndpointBreaker(
    { ...fixture, ...fixture.platform, ...BREAKER, random: () => 0, after },
    notifier,
  );
  const target = await fixture.platform.endpoints.readTarget(endpoint.id);
  if (target === undefined) throw new Error('The endpoint exists');
  receiver.once('message', () => block(blocked));
  const url = `http://127.0.0.1:${String(port)}/${respondsAfter}`;
  const result = await breaker.watch(target, () =>
    sender.send({ url, headers: {}, body: Buffer.from('{}') }),
  );
  await sender.close();
  const health = await fixture.healthOf(endpoint);
  return { result, isSlow: health?.slowUntil !== null };
}

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('a function whose process was blocked for 1.5 seconds', () => {
  it('does not mark an endpoint as slow that responded meanwhile, nor count the stall as its time', async () => {
    const { result, isSlow } = await sendDuringStall({ respondsAfter: 10, blocked: 1500 });

    expect(result.outcome).toBe('success');
    expect(result.durationMs).toBeLessThan(1000);
    expect(isSlow).toBe(false);
  });

  it('marks an endpoint as slow that has not responded a second later', async () => {
    const { result, isSlow } = await sendDuringStall({ respondsAfter: 4000, blocked: 1500 });

    expect(result.outcome).toBe('success');
    expect(isSlow).toBe(true);
  });
});

describe('a function whose process was blocked for longer than a timeout', () => {
  const timeouts = { total: 1000, connect: 500 };

  it('records the response that arrived meanwhile', async () => {
    const { result } = await sendDuringStall({ respondsAfter: 10, blocked: 1500, timeouts });

    expect(result).toMatchObject({ outcome: 'success', statusCode: 200 });
  });

  it('records a timeout of a receiver that is too slow', async () => {
    const { result } = await sendDuringStall({ respondsAfter: 9000, blocked: 1500, timeouts });

    expect(result.outcome).toBe('timeout');
    expect(result.durationMs).toBeLessThan(1500);
  });

  it('does not blame the receiver if the stall leaves it no time', async () => {
    const { result } = await sendDuringStall({ respondsAfter: 9000, blocked: 4200, timeouts });

    expect(result.outcome).toBe('cancelled');
  });
});

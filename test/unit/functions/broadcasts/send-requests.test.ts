import { describe, expect, it } from 'vitest';
import { createRequests } from '#functions/broadcasts/send-broadcast-messages/requests.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const ACCEPTED: SendResult = { kind: 'accepted', providerMessageId: 'p1' };

function start() {
  const waits: Date[] = [];
  const requests = createRequests({ clock: () => NOW, waitUntil: async (at) => void waits.push(at) });
  return { requests, waits };
}

/** A request whose result the test decides. */
function open() {
  return Promise.withResolvers<SendResult>();
}

describe('createRequests', () => {
  it('has room for 32 requests at a time, including those that wait for their slot', async () => {
    const { requests } = start();
    const opened = Array.from({ length: 32 }, open);
    for (const each of opened.slice(0, 24)) requests.start(NOW, () => each.promise);
    await requests.roomFor(8);
    for (const each of opened.slice(24)) requests.start(NOW, () => each.promise);

    let hasRoom = false;
    const room = requests.roomFor(2).then(() => {
      hasRoom = true;
    });
    opened[0]?.resolve(ACCEPTED);
    await requests.roomFor(1);
    expect(hasRoom).toBe(false);
    opened[1]?.resolve(ACCEPTED);
    await room;
    for (const each of opened) each.resolve(ACCEPTED);
    expect(await requests.end()).toBeUndefined();
  });

  it('starts each request at its slot', async () => {
    const { requests, waits } = start();
    requests.start(secondsAfterNow(1), async () => ACCEPTED);
    requests.start(secondsAfterNow(2), async () => ACCEPTED);
    await requests.end();

    expect(waits).toEqual([secondsAfterNow(1), secondsAfterNow(2)]);
  });

  it.each([
    [
      { code: 'throttled', retryAfterMs: null },
      { kind: 'continue', at: secondsAfterNow(5) },
    ],
    [
      { code: 'throttled', retryAfterMs: 9000 },
      { kind: 'continue', at: secondsAfterNow(9) },
    ],
    [
      { code: 'provider_access_denied', retryAfterMs: 900_000 },
      { kind: 'continue', at: secondsAfterNow(900) },
    ],
    [
      { code: 'spend_limit_reached', retryAfterMs: 900_000 },
      { kind: 'held', hold: 'spend_limit_reached' },
    ],
  ] as const)('stops after the result %j', async (result, stop) => {
    const { requests } = start();
    requests.start(NOW, async () => ({ kind: 'deferred', ...result }));
    requests.start(NOW, async () => ({ kind: 'deferred', code: 'throttled', retryAfterMs: null }));

    expect(await requests.end()).toEqual(stop);
    expect(requests.isStopped()).toBe(true);
  });

  it('goes on after a request whose lease was too short', async () => {
    const { requests } = start();
    requests.start(NOW, async () => ({ kind: 'deferred', code: 'lease_too_short', retryAfterMs: 0 }));

    expect(await requests.end()).toBeUndefined();
    expect(requests.isStopped()).toBe(false);
  });

  it('waits for every result before it throws the first error', async () => {
    const { requests } = start();
    const last = open();
    let isRecorded = false;
    requests.start(NOW, () => Promise.reject(new Error('No table')));
    requests.start(NOW, async () => {
      const result = await last.promise;
      isRecorded = true;
      return result;
    });
    const ended = requests.end();
    last.resolve(ACCEPTED);

    await expect(ended).rejects.toThrow('No table');
    expect([isRecorded, requests.isStopped()]).toEqual([true, true]);
  });
});

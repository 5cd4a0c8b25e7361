import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { respondingWith, useSenderFixture } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const { post } = useSenderFixture();

describe('a slow receiver', () => {
  it('times out without headers', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.resume());

    const result = await post(receiver);

    expect(result).toMatchObject({ outcome: 'timeout', statusCode: null, responseText: null });
    expect(result.error).toContain('0.4 seconds');
    expect(result.durationMs).toBeGreaterThanOrEqual(395);
    expect(result.durationMs).toBeLessThan(900);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it.each([
    [200, 'success'],
    [302, 'redirect'],
    [500, 'http_error'],
  ])('is decided by status %i when its body stalls', async (status, outcome) => {
    await using receiver = await respondingWith(
      `HTTP/1.1 ${status} X\r\ncontent-length: 100\r\n\r\npart`,
      'stall',
    );

    const result = await post(receiver);

    expect(result).toMatchObject({
      outcome,
      statusCode: status,
      responseText: status === 200 ? null : 'part',
    });
    expect(result.durationMs).toBeGreaterThanOrEqual(395);
    expect(result.durationMs).toBeLessThan(900);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });
});

describe('an unreachable receiver', () => {
  it('is a network error when nothing listens, and the port is not shown', async () => {
    const receiver = await startReceiverSocket(() => {});
    await receiver[Symbol.asyncDispose]();

    const result = await post(receiver);

    expect(result).toMatchObject({ outcome: 'network_error', statusCode: null });
    expect(result.error).toContain('refused the connection');
    expect(result.error).not.toContain(String(receiver.port));
  });
});

/** Runs the event loop until everything that has arrived is processed. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('the limits of the specification', () => {
  afterEach(() => void vi.useRealTimers());

  /** Sends with the limits of the sender, and returns the outcome once the clock has advanced by `ms`. */
  async function outcomeAfter(ms: number, url: string, connected: Promise<unknown>): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let outcome: unknown = 'none yet';
    const sender = createWebhookSender({ guard: createAddressGuard({ allowedHosts: ['127.0.0.1'] }) });
    const sent = sender.send({ url, headers: {}, body: Buffer.alloc(2) }).then((result) => {
      outcome = result.outcome;
    });
    await connected;
    await settle();
    vi.advanceTimersByTime(ms);
    await settle();
    const found = outcome;
    await sender.close();
    await sent;
    return found;
  }

  it.each([
    [7999, '', 'none yet'],
    [8000, '', 'timeout'],
    [7999, 'HTTP/1.1 500 X\r\n\r\npart', 'none yet'],
    [8000, 'HTTP/1.1 500 X\r\n\r\npart', 'http_error'],
  ])('are 8 s in all, the body included (after %i ms of %j: %s)', async (ms, response, outcome) => {
    const asked = Promise.withResolvers<unknown>();
    await using receiver = await startReceiverSocket((socket) => {
      socket.once('data', () => socket.write(response, asked.resolve));
    });

    expect(await outcomeAfter(ms, receiver.url, asked.promise)).toBe(outcome);
  });

  it.each([
    [3999, 'none yet'],
    [4000, 'connect_timeout'],
  ])('are 4 s for connecting (after %i ms: %s)', async (ms, outcome) => {
    const connected = Promise.withResolvers<unknown>();
    await using receiver = await startReceiverSocket((socket) => socket.once('data', connected.resolve));

    expect(await outcomeAfter(ms, receiver.url.replace('http:', 'https:'), connected.promise)).toBe(outcome);
  });
});

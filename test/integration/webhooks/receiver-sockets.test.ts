import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectTimeoutError, createDeadlineConnector } from '#shared/webhooks/sending/receiver-sockets.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const toLoopback: LookupFunction = (_hostname, _options, callback) => {
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
};

const { signal } = new AbortController();

describe('createDeadlineConnector', () => {
  it('fails once and opens nothing when the address arrives after the deadline', async () => {
    await using receiver = await startReceiverSocket(() => {});
    const answered = Promise.withResolvers<void>();
    const late: LookupFunction = (...question) => {
      setTimeout(() => {
        toLoopback(...question);
        answered.resolve();
      }, 300);
    };
    const url = new URL(`http://hooks.example.com:${receiver.port}/`);

    const connecting = createDeadlineConnector(late, 200)(url, signal);
    await expect(connecting).rejects.toEqual(new ConnectTimeoutError('not connected within 200 ms'));
    await answered.promise;
    // A separate connection proves that the loop has turned and that the receiver counts.
    const other = await createDeadlineConnector(toLoopback, 2000)(url, signal);
    other.destroy();

    expect(receiver.connections()).toBe(1);
  });

  it('opens nothing for a request that was aborted before', async () => {
    await using receiver = await startReceiverSocket(() => {});
    const url = new URL(`http://hooks.example.com:${receiver.port}/`);
    const connect = createDeadlineConnector(toLoopback, 2000);

    await expect(connect(url, AbortSignal.abort('cancelled'))).rejects.toBe('cancelled');
    const other = await connect(url, signal);
    other.destroy();

    expect(receiver.connections()).toBe(1);
  });

  it('offers HTTP/1.1 only', async () => {
    const hello = Promise.withResolvers<Buffer>();
    const abort = new AbortController();
    await using receiver = await startReceiverSocket((socket) => socket.once('data', hello.resolve));
    const url = new URL(`https://hooks.example.com:${receiver.port}/`);

    const connecting = createDeadlineConnector(toLoopback, 2000)(url, abort.signal);
    const offered = (await hello.promise).toString('latin1');
    abort.abort();

    await expect(connecting).rejects.toBe(abort.signal.reason);
    expect(offered).toContain('\u0008http/1.1');
    expect(offered).not.toContain('\u0002h2');
  });
});

import type { LookupFunction } from 'node:net';
import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { createDeadlineConnector } from '#shared/webhooks/sending/deadline-connector.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const toLoopback: LookupFunction = (_hostname, _options, callback) => {
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
};

/** Connects and returns the arguments of each call of the callback. */
function connecting(lookup: LookupFunction, port: number, protocol: 'http:' | 'https:'): unknown[][] {
  const calls: unknown[][] = [];
  const connect = createDeadlineConnector(lookup, 200);
  connect(
    { hostname: 'hooks.example.com', host: 'hooks.example.com', protocol, port: String(port) },
    (...result) => calls.push(result),
  );
  return calls;
}

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

    const calls = connecting(late, receiver.port, 'http:');
    await answered.promise;
    // A separate connection proves that the loop has turned and that the receiver counts.
    await new Promise((resolve) => {
      createDeadlineConnector(toLoopback, 2000)(
        { hostname: 'hooks.example.com', protocol: 'http:', port: String(receiver.port) },
        (_error, socket) => resolve(socket?.destroy()),
      );
    });

    expect(calls).toEqual([[new errors.ConnectTimeoutError('not connected within 200 ms'), null]]);
    expect(receiver.connections()).toBe(1);
  });

  it('offers HTTP/1.1 only', async () => {
    const hello = Promise.withResolvers<Buffer>();
    await using receiver = await startReceiverSocket((socket) => socket.once('data', hello.resolve));

    connecting(toLoopback, receiver.port, 'https:');

    const offered = (await hello.promise).toString('latin1');
    expect(offered).toContain('\u0008http/1.1');
    expect(offered).not.toContain('\u0002h2');
  });
});

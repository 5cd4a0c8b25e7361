import type { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { useSenderFixture } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import type { ReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const { makeSender, post } = useSenderFixture({ total: 10_000, connect: 5000 });

const STORED = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstored';
const REJECTED = 'HTTP/1.1 500 X\r\ncontent-length: 4\r\n\r\nreal';
const SMUGGLED = 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nsmuggled';

/** A receiver that passes the first request to `first` and rejects every other one, on whatever connection it arrives. */
async function rejectingAllBut(
  first: (socket: Socket) => void,
): Promise<ReceiverSocket & { requests(): number; sockets: readonly Socket[] }> {
  let requests = 0;
  const sockets: Socket[] = [];
  const receiver = await startReceiverSocket((socket) => {
    sockets.push(socket);
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) first(socket);
      else socket.write(REJECTED);
    });
  });
  return { ...receiver, requests: () => requests, sockets };
}

/** A connection is free again one turn of the event loop after its response ended. */
function freed(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a response sent ahead of the next request', () => {
  it.each([
    ['after a body with a length', STORED + SMUGGLED],
    ['after a body in chunks', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['after no body', `HTTP/1.1 204 X\r\n\r\n${SMUGGLED}`],
    ['as the body of a 204', `HTTP/1.1 204 X\r\ncontent-length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
    ['as the chunk of a 204', `HTTP/1.1 204 X\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['twice', STORED + SMUGGLED + SMUGGLED],
    ['after 100 Continue', `${STORED}HTTP/1.1 100 Continue\r\n\r\n${SMUGGLED}`],
    ['by half', `${STORED}HTTP/1.1 200 OK\r\nx-rest: `],
    ['as an informational one', `${STORED}HTTP/1.1 103 X\r\n\r\n`],
    ['as line ends', `${STORED}\r\n\r\n`],
    ['as garbage', `${STORED}\0\0\0`],
  ])('is not used for the next request: %s', async (_, text) => {
    await using receiver = await rejectingAllBut((socket) => socket.write(text));
    const sender = makeSender();

    expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
    expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error', responseText: 'real' });
    expect(receiver.requests()).toBe(2);
  });

  it.each([SMUGGLED, 'HTTP/1.1 200 OK\r\nx-rest: ', 'HTTP/1.1 100 X\r\n\r\n', '\0'])(
    'is not used for the next request when it arrives on the idle connection: %j',
    async (text) => {
      await using receiver = await rejectingAllBut((socket) => socket.write(STORED));
      const sender = makeSender();

      expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
      // Sent to the kernel at once, so it is there when the next request is sent.
      for (const socket of receiver.sockets) socket.write(text);
      expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error', responseText: 'real' });
    },
  );

  it.each([
    ['a whole one', SMUGGLED],
    ['the start of one', 'HTTP/1.1 200 OK\r\nx-rest: '],
    ['an informational one', 'HTTP/1.1 103 X\r\n\r\n'],
    ['garbage', '\0\0\0'],
  ])('ends the connection, so that it is not reused once it is free: %s', async (_, text) => {
    const bodies = [
      STORED,
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'HTTP/1.1 204 X\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    ];
    for (const body of bodies) {
      await using receiver = await rejectingAllBut((socket) => socket.write(body + text));
      const sender = makeSender();

      expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
      await freed();
      expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error', responseText: 'real' });
      expect(receiver.connections()).toBe(2);
    }
  });

  it('is not used when it arrives on a connection that is free', async () => {
    await using receiver = await rejectingAllBut((socket) => socket.write(STORED));
    const sender = makeSender();

    await post(receiver, sender);
    await freed();
    for (const socket of receiver.sockets) socket.write(SMUGGLED);
    expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error', responseText: 'real' });
    expect(receiver.connections()).toBe(2);
  });

  it('is not used for any delivery of a burst', async () => {
    await using receiver = await rejectingAllBut((socket) => socket.write(STORED + SMUGGLED.repeat(20)));
    const sender = makeSender();
    const outcomes: string[] = [];

    for (let burst = 0; burst < 5; burst += 1) {
      const results = await Promise.all(Array.from({ length: 4 }, () => post(receiver, sender)));
      outcomes.push(...results.map(({ outcome }) => outcome));
    }

    expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill('http_error'), 'success']);
  });
});

describe('a connection that the receiver closed between two deliveries', () => {
  it.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'costs the next delivery nothing: %s',
    async (close) => {
      await using receiver = await rejectingAllBut((socket) => socket.write(STORED));
      const sender = makeSender();

      expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
      // Nothing is awaited in between: the kernel knows that the connection is closed, this process does not yet.
      for (const socket of receiver.sockets) socket[close]();
      expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error', responseText: 'real' });
      expect(receiver.connections()).toBe(2);
    },
  );

  it.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'costs the next delivery nothing, even if it was free: %s',
    async (close) => {
      await using receiver = await rejectingAllBut((socket) => socket.write(STORED));
      const sender = makeSender();

      await post(receiver, sender);
      await freed();
      for (const socket of receiver.sockets) socket[close]();
      expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error', responseText: 'real' });
      expect(receiver.connections()).toBe(2);
    },
  );

  it.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'costs the delivery that was sent on it, and that one is not sent twice: %s',
    async (close) => {
      const requests: Buffer[] = [];
      await using receiver = await startReceiverSocket((socket) => {
        socket.on('data', (request) => {
          requests.push(request);
          if (requests.length === 1) socket.write(STORED);
          else socket[close]();
        });
      });
      const sender = makeSender();

      expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
      await freed();
      expect(await post(receiver, sender)).toMatchObject({
        outcome: 'network_error',
        statusCode: null,
        error: 'The connection was closed before a response arrived.',
      });
      expect(requests).toHaveLength(2);
      expect(receiver.connections()).toBe(1);
    },
  );

  it.each([
    ['is HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['has neither length nor chunks', 'HTTP/1.1 200 OK\r\n\r\nall'],
  ])('is not reused after a response that %s', async (_, response) => {
    await using receiver = await rejectingAllBut((socket) => socket.end(response));
    const sender = makeSender();

    expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
    await freed();
    expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error' });
    expect(receiver.connections()).toBe(2);
  });

  it('is not reused if the receiver responded before it had the whole request', async () => {
    await using receiver = await startReceiverSocket((socket) => {
      socket.once('data', () => socket.pause().write(REJECTED));
    });
    const sender = makeSender();

    const early = await sender.send({ url: receiver.url, headers: {}, body: Buffer.alloc(20_000_000) });
    expect(early).toMatchObject({ outcome: 'http_error', responseText: 'real' });
    await freed();
    await post(receiver, sender);
    expect(receiver.connections()).toBe(2);
  });

  it('is reused after a response whose body came after its head', async () => {
    await using receiver = await rejectingAllBut((socket) => {
      socket.setNoDelay(true).write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n', () => {
        setImmediate(() => socket.write('stored'));
      });
    });
    const sender = makeSender();

    expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
    expect(await post(receiver, sender)).toMatchObject({ outcome: 'http_error' });
    expect(receiver.connections()).toBe(1);
  });

  it('is closed by the sender after a second without a delivery', async () => {
    await using receiver = await rejectingAllBut((socket) => socket.write(STORED));

    await post(receiver, makeSender());
    expect(receiver.open()).toBe(1);
    await vi.waitFor(() => expect(receiver.open()).toBe(0), 5000);
  });

  it.each(['connection: close', 'keep-alive: timeout=0', 'keep-alive: timeout=1'])(
    'is not reused when the close was announced by %s',
    async (header) => {
      await using receiver = await rejectingAllBut((socket) =>
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\ncontent-length: 0\r\n\r\n`),
      );
      const sender = makeSender();

      await post(receiver, sender);
      await freed();
      await post(receiver, sender);
      expect(receiver.connections()).toBe(2);
    },
  );

  it('is reused while it is open, with separate limits for each response', async () => {
    const response = `HTTP/1.1 100 X\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 15000\r\n\r\n${'a'.repeat(15_000)}`;
    await using receiver = await startReceiverSocket((socket) =>
      socket.on('data', () => socket.write(response)),
    );
    const sender = makeSender();

    for (let sends = 0; sends < 10; sends += 1) {
      expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
      await freed();
    }
    expect(receiver.connections()).toBe(1);
  });
});

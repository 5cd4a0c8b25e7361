import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import {
  respondingWith,
  BODY as body,
  useSenderFixture,
} from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const { makeSender, post } = useSenderFixture();

describe('a request', () => {
  it('contains the given bytes and headers, and nothing else', async () => {
    await using receiver = await startReceiverServer((response) => response.writeHead(200).end('ok'));

    await makeSender().send({
      url: `${receiver.url}?a=b%20c`,
      headers: { 'content-type': 'application/json', 'x-webhook-event': 'a.b' },
      body,
    });

    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        url: '/hook?a=b%20c',
        body,
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          connection: 'keep-alive',
          'content-type': 'application/json',
          'content-length': String(body.length),
          'x-webhook-event': 'a.b',
        },
      },
    ]);
  });

  it('contains the length of an empty body', async () => {
    await using receiver = await startReceiverServer((response) => response.end());

    await makeSender().send({ url: receiver.url, headers: {}, body: Buffer.alloc(0) });

    expect(receiver.requests[0]?.headers).toMatchObject({ 'content-length': '0' });
  });

  it('throws for an internal header that HTTP forbids, because that is not an error of the receiver', async () => {
    await using receiver = await startReceiverServer((response) => response.end());
    const sender = makeSender();

    await expect(sender.send({ url: receiver.url, headers: { 'x-a': 'b\r\nc: d' }, body })).rejects.toThrow();
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('a response', () => {
  it.each([200, 201, 202, 204, 299])('%i is a success without error or text', async (status) => {
    await using receiver = await startReceiverServer((response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(status === 204 ? undefined : 'stored');
    });

    expect(await post(receiver)).toEqual({
      outcome: 'success',
      statusCode: status,
      durationMs: expect.any(Number),
      error: null,
      retryAfter: '7',
      responseText: null,
    });
  });

  it.each([301, 302, 303, 304, 307, 308])('%i is a redirect and is not followed', async (status) => {
    await using elsewhere = await startReceiverServer((response) => response.end());
    await using receiver = await startReceiverServer((response) => {
      response.writeHead(status, { location: elsewhere.url }).end();
    });

    expect(await post(receiver)).toMatchObject({ outcome: 'redirect', statusCode: status });
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([400, 404, 408, 410, 429, 500, 503, 599])(
    '%i is an http_error with its text and Retry-After',
    async (status) => {
      await using receiver = await startReceiverServer((response) => {
        response.writeHead(status, { 'retry-after': '120' }).end('why not');
      });

      const result = await post(receiver);

      expect(result).toMatchObject({
        outcome: 'http_error',
        statusCode: status,
        retryAfter: '120',
        responseText: 'why not',
      });
      expect(result.error).toContain(`The receiver responded with ${status}`);
    },
  );

  it('keeps 512 bytes of text and no partial character', async () => {
    await using receiver = await startReceiverServer((response) =>
      response.writeHead(500).end(`a${'é'.repeat(400)}`),
    );

    expect((await post(receiver)).responseText).toBe(`a${'é'.repeat(255)}`);
  });

  it('is not decompressed', async () => {
    await using receiver = await startReceiverServer((response) => {
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(1_000_000)));
    });

    expect(await post(receiver)).toMatchObject({ statusCode: 500, responseText: null });
  });

  it('uses its first Retry-After of several', async () => {
    await using receiver = await respondingWith(
      'HTTP/1.1 503 X\r\nretry-after: 10\r\nretry-after: 20\r\ncontent-length: 0\r\n\r\n',
    );

    expect((await post(receiver)).retryAfter).toMatch(/^10/);
  });
});

describe('the sockets', () => {
  it('are reused within a burst', async () => {
    await using receiver = await startReceiverServer((response) => response.end('ok'));
    const sender = makeSender();

    for (let sends = 0; sends < 10; sends += 1) await post(receiver, sender);

    // A socket is free again one tick after its response ended, so a send at that very moment opens a second one.
    expect(receiver.requests).toHaveLength(10);
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  it('are not reused after a pause, in which a frozen container would have lost them', async () => {
    let now = 0;
    await using receiver = await startReceiverServer((response) => response.end('ok'));
    const sender = makeSender({ clock: () => now });
    const postAndSettle = async (): Promise<void> => {
      expect(await post(receiver, sender)).toMatchObject({ outcome: 'success' });
      await new Promise((resolve) => setImmediate(resolve));
    };

    await postAndSettle();
    await postAndSettle();
    expect(receiver.connections()).toBe(1);

    now += 60_000;
    await postAndSettle();
    expect(receiver.connections()).toBe(2);
  });

  it('do not make one request wait for another to the same host', async () => {
    await using receiver = await startReceiverServer((response, request) => {
      if (request.url !== '/slow') response.end();
    });
    const sender = makeSender({ timeouts: { total: 2000, connect: 200 } });
    const slow = new URL('/slow', receiver.url).href;

    const hanging = Array.from({ length: 20 }, () => post({ url: slow }, sender));
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(20));
    const quick = await post(receiver, sender);

    expect(quick).toMatchObject({ outcome: 'success' });
    expect(quick.durationMs).toBeLessThan(1000);
    await sender.close();
    expect((await Promise.all(hanging)).map(({ outcome }) => outcome)).toEqual(Array(20).fill('cancelled'));
  });

  it('are closed by close while they connect, which cancels the connection', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.resume());
    const sender = makeSender({ timeouts: { total: 60_000, connect: 500 } });

    const pending = post({ url: receiver.url.replace('http:', 'https:') }, sender);
    await vi.waitFor(() => expect(receiver.connections()).toBe(1));
    await sender.close();

    expect(await pending).toMatchObject({ outcome: 'cancelled', statusCode: null });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it('are closed by close while they are idle, before their second is over', async () => {
    await using receiver = await startReceiverServer((response) => response.end('ok'));
    const sender = makeSender();

    await post(receiver, sender);
    expect(receiver.open()).toBe(1);
    await sender.close();

    await vi.waitFor(() => expect(receiver.open()).toBe(0), 800);
  });

  it('are all closed by close, which cancels a request in flight', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.resume());
    const sender = makeSender({ timeouts: { total: 60_000, connect: 200 } });

    const pending = post(receiver, sender);
    await vi.waitFor(() => expect(receiver.connections()).toBe(1));
    await sender.close();

    expect(await pending).toMatchObject({ outcome: 'cancelled', statusCode: null });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
    await expect(post(receiver, sender)).rejects.toThrow();
  });
});

import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from '#shared/domain/ports/webhook-sender.ts';
import { createAddressGuard } from '#shared/webhook/address-guard.ts';
import { createWebhookSender } from '#shared/webhook/webhook-sender.ts';
import type { ClosableWebhookSender, WebhookSenderOptions } from '#shared/webhook/webhook-sender.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/receiver-socket.ts';
import type { ReceiverSocket } from '#test/support/receiver-socket.ts';

const body = Buffer.from('{"id":"1"}');
const timeouts = { total: 400, connect: 200 };
const senders: ClosableWebhookSender[] = [];
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', onUnhandled);
});

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

function makeSender(options: Partial<WebhookSenderOptions> = {}): ClosableWebhookSender {
  const sender = createWebhookSender({
    guard: createAddressGuard({ allowedHosts: ['127.0.0.1'] }),
    timeouts,
    ...options,
  });
  senders.push(sender);
  return sender;
}

function post(receiver: { url: string }, sender = makeSender()): Promise<SendResult> {
  return sender.send({ url: receiver.url, headers: { 'content-type': 'application/json' }, body });
}

/** A receiver that answers the first bytes of a request with `text` and then does `next`. */
function answering(text: string, next: 'end' | 'stall' | 'reset' = 'end'): Promise<ReceiverSocket> {
  return startReceiverSocket((socket) => {
    socket.once('data', () => {
      socket.write(text, () => {
        if (next === 'end') socket.end();
        if (next === 'reset') socket.resetAndDestroy();
      });
    });
  });
}

describe('a request', () => {
  it('carries the bytes and headers given, and nothing that nobody asked for', async () => {
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

  it('ignores proxies of the environment', async () => {
    await using receiver = await startReceiverServer((response) => response.writeHead(204).end());
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, 'http://127.0.0.1:9');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');

    const result = await post(receiver);

    vi.unstubAllEnvs();
    expect(result.outcome).toBe('success');
  });

  it('rejects for a header of ours that HTTP forbids, because that is no fault of the receiver', async () => {
    await using receiver = await startReceiverServer((response) => response.end());
    const sender = makeSender();

    await expect(sender.send({ url: receiver.url, headers: { 'x-a': 'b\r\nc: d' }, body })).rejects.toThrow();
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('an answer', () => {
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
      expect(result.error).toContain(`The receiver answered ${status}`);
    },
  );

  it('keeps 512 bytes of text and no half character', async () => {
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

  it('may be preceded by informational ones', async () => {
    await using receiver = await answering(
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    );

    expect(await post(receiver)).toMatchObject({ outcome: 'success', statusCode: 200 });
  });

  it('counts its first Retry-After of several', async () => {
    await using receiver = await answering(
      'HTTP/1.1 503 X\r\nretry-after: 10\r\nretry-after: 20\r\ncontent-length: 0\r\n\r\n',
    );

    expect((await post(receiver)).retryAfter).toMatch(/^10/);
  });
});

describe('a slow receiver', () => {
  it('times out when no headers come', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.resume());

    const result = await post(receiver);

    expect(result).toMatchObject({ outcome: 'timeout', statusCode: null, responseText: null });
    expect(result.error).toContain('0.4 seconds');
    expect(result.durationMs).toBeGreaterThanOrEqual(395);
    expect(result.durationMs).toBeLessThan(900);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it('times out when headers drip in for ever', async () => {
    await using receiver = await startReceiverSocket((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });

    expect(await post(receiver)).toMatchObject({ outcome: 'timeout', statusCode: null });
  });

  it.each([
    [200, 'success'],
    [302, 'redirect'],
    [500, 'http_error'],
  ])('is judged by status %i when its body stalls', async (status, outcome) => {
    await using receiver = await answering(
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

  it('is cut off at the body limit when the body never ends', async () => {
    let sent = 0;
    await using receiver = await startReceiverSocket((socket) => {
      const block = Buffer.alloc(65_536, 'a');
      const pour = (): void => {
        do sent += block.length;
        while (socket.write(block));
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 500 X\r\n\r\n');
        pour();
      });
      socket.on('drain', pour);
    });

    const result = await post(receiver);

    expect(result).toMatchObject({ outcome: 'http_error', statusCode: 500, responseText: 'a'.repeat(512) });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
    expect(result.durationMs).toBeLessThan(300);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a broken receiver', () => {
  it.each([
    ['answers garbage', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['answers a lone line end', '\r\n'],
    ['answers HTTP with a bad header', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
    ['answers a bad content length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['hangs up inside the status line', 'HTTP/1.1 20'],
    ['hangs up inside the headers', 'HTTP/1.1 200 OK\r\nx-a: b\r\n'],
    ['hangs up without a word', ''],
    ['has headers over 16 KB', `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('is a network error when it %s', async (_, text) => {
    await using receiver = await answering(text);

    const result = await post(receiver);

    expect(result).toMatchObject({ outcome: 'network_error', statusCode: null });
    expect(result.error).not.toContain('127.0.0.1');
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it('is a network error when it resets the connection', async () => {
    await using receiver = await startReceiverSocket((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });

    expect(await post(receiver)).toMatchObject({
      outcome: 'network_error',
      error: 'The connection was closed before an answer arrived.',
    });
  });

  it.each([
    ['reset', 'content-length: 100\r\n\r\npart'],
    ['end', 'content-length: 100\r\n\r\npart'],
    ['end', 'transfer-encoding: chunked\r\n\r\nzz\r\n'],
  ] as const)('is judged by its status when it breaks inside the body (%s, %j)', async (next, rest) => {
    await using receiver = await answering(`HTTP/1.1 200 OK\r\n${rest}`, next);

    expect(await post(receiver)).toMatchObject({ outcome: 'success', statusCode: 200 });
  });

  it('is a network error when nobody listens, and its port is not told', async () => {
    const receiver = await startReceiverSocket(() => {});
    await receiver[Symbol.asyncDispose]();

    const result = await post(receiver);

    expect(result).toMatchObject({ outcome: 'network_error', statusCode: null });
    expect(result.error).toContain('refused the connection');
    expect(result.error).not.toContain(String(receiver.port));
  });
});

describe('the sockets', () => {
  it('are reused within a burst', async () => {
    await using receiver = await startReceiverServer((response) => response.end('ok'));
    const sender = makeSender();

    for (let sends = 0; sends < 10; sends += 1) await post(receiver, sender);

    // A socket is free again one tick after its answer ended, so a send at that very moment opens a second one.
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

  it('are all closed by close, which ends a request in flight as cancelled', async () => {
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

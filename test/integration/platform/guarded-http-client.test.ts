import type { LookupAddress } from 'node:dns';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import type { HttpLimits } from '#shared/platform/network/guarded-http-client.ts';
import type { HttpReply, HttpFailureError, HttpRequest } from '#shared/platform/network/http-client.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  respondingWith,
  dripping,
  pouring,
} from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import {
  RECEIVER_CERTIFICATE,
  startTlsReceiverSocket,
} from '#test/support/fixtures/webhooks/receiver-socket-tls.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';
import type { ReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const HOST = 'hooks.example.com';
const USER_AGENT = 'workspace-platform/1 (+https://api.example.com/docs)';
const LIMITS = { connectMs: 300, deadlineMs: 600 };
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };
const trusted = getCACertificates('default');

type Call = Partial<HttpRequest> & {
  readonly limits?: Partial<HttpLimits>;
  readonly allowedHosts?: readonly string[];
  readonly resolve?: (hostname: string) => Promise<LookupAddress[]>;
};

/** Sends to names that resolve to loopback, if they are allowed to. */
function send(
  url: string,
  { limits, allowedHosts = [HOST], resolve, ...request }: Call = {},
): Promise<HttpReply> {
  const guard = createAddressGuard({ allowedHosts, resolve: resolve ?? (async () => [loopback]) });
  const client = createGuardedHttpClient(guard, USER_AGENT, { ...LIMITS, ...limits });
  return client({ method: 'GET', url, headers: {}, ...request });
}

function urlOf({ port }: ReceiverSocket, scheme = 'http', host = HOST): string {
  return `${scheme}://${host}:${port}/api?a=1`;
}

function failure(kind: HttpFailureError['kind'], words: string) {
  return expect.objectContaining({ name: 'HttpFailureError', kind, message: expect.stringContaining(words) });
}

describe('guarded HTTP client', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
    setDefaultCACertificates(trusted);
    expect(unhandled).toEqual([]);
  });

  describe('with a response', () => {
    it('returns status, headers and text, and closes the connection', async () => {
      await using receiver = await startReceiverServer((response) =>
        response.writeHead(404, { 'x-limit': '3', 'set-cookie': ['a=1', 'b=2'] }).end('nothing here: ü'),
      );

      expect(await send(urlOf(receiver))).toMatchObject({
        status: 404,
        headers: { 'x-limit': '3', 'set-cookie': 'a=1' },
        text: 'nothing here: ü',
      });
      await waitFor('the connection is closed', () => receiver.open() === 0);
    });

    it('sends method, path, host, headers and the parts of the body with their length', async () => {
      await using receiver = await startReceiverServer((response) => response.end());
      const body = [new Uint8Array([1, 2]), new Uint8Array([3])];

      await send(urlOf(receiver), { method: 'POST', headers: { 'x-key': 'k' }, body });

      const [request] = receiver.requests;
      expect(request).toMatchObject({ method: 'POST', url: '/api?a=1' });
      expect(request?.headers).toMatchObject({
        host: `${HOST}:${receiver.port}`,
        'x-key': 'k',
        'content-length': '3',
        'accept-encoding': 'identity',
        connection: 'close',
      });
      expect([...(request?.body ?? [])]).toEqual([1, 2, 3]);
    });

    it('sends a large body whole, whatever its parts', async () => {
      await using receiver = await startReceiverServer((response) => response.end());
      const part = new Uint8Array(3_000_001).map((_, index) => index % 251);
      const body = [part, new Uint8Array(), part.subarray(1)];

      await send(urlOf(receiver), { method: 'POST', body, deadlineMs: 10_000 });

      expect(receiver.requests[0]?.body.equals(Buffer.concat(body))).toBe(true);
    });

    it('does not follow a redirect', async () => {
      await using receiver = await startReceiverServer((response) =>
        response.writeHead(302, { location: '/elsewhere' }).end(),
      );

      expect((await send(urlOf(receiver))).status).toBe(302);
      expect(receiver.connections()).toBe(1);
    });

    it('skips informational responses of the server', async () => {
      await using receiver = await respondingWith(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
      );

      expect(await send(urlOf(receiver))).toMatchObject({ status: 200, text: 'ok' });
    });

    it.each(['TLSv1.3', 'TLSv1.2'] as const)(
      'negotiates %s with a host of the right name',
      async (version) => {
        setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
        await using receiver = await startTlsReceiverSocket((socket) => {
          socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
        }, version);

        expect(await send(urlOf(receiver, 'https'))).toMatchObject({ status: 200, text: 'ok' });
      },
    );

    it('tries the next address when the first one rejects', async () => {
      await using receiver = await startReceiverServer((response) => response.end('ok'));
      const resolve = async () => [{ address: '127.0.0.2', family: 4 }, loopback];

      expect(await send(urlOf(receiver), { resolve })).toMatchObject({ text: 'ok' });
    });
  });

  describe('with a blocked host', () => {
    it.each([
      [[loopback]],
      [[{ address: '93.184.215.14', family: 4 }, loopback]],
      [[{ address: '::1', family: 6 }]],
      [[{ address: '169.254.169.254', family: 4 }]],
    ])('connects to nothing when the name resolves to %j, and shows no address', async (addresses) => {
      await using receiver = await startReceiverSocket(() => {});
      const sending = send(urlOf(receiver, 'https'), { allowedHosts: [], resolve: async () => addresses });

      await expect(sending).rejects.toEqual(failure('blocked', 'not public'));
      expect(receiver.connections()).toBe(0);
    });

    it.each(['127.0.0.1', '2130706433', '[::1]', 'localhost'])('connects to nothing for %s', async (host) => {
      await using receiver = await startReceiverSocket(() => {});

      await expect(send(urlOf(receiver, 'https', host), { allowedHosts: [] })).rejects.toMatchObject({
        kind: 'blocked',
      });
      expect(receiver.connections()).toBe(0);
    });

    it('rejects plain http', async () => {
      await expect(send('http://social.example/')).rejects.toEqual(failure('blocked', 'https://'));
    });
  });

  describe('that certainly sent nothing', () => {
    it('reports it when nothing listens', async () => {
      const receiver = await startReceiverSocket(() => {});
      await receiver[Symbol.asyncDispose]();

      await expect(send(urlOf(receiver))).rejects.toEqual(failure('not_sent', 'refused the connection'));
    });

    it('reports it when a name has no address', async () => {
      await expect(send(`https://${HOST}/`, { resolve: async () => [] })).rejects.toEqual(
        failure('not_sent', 'does not resolve'),
      );
    });

    it('reports it when the name servers are silent, within the connect timeout', async () => {
      const sending = send(`https://${HOST}/`, { resolve: () => new Promise(() => {}) });

      await expect(sending).rejects.toEqual(failure('not_sent', 'No connection within 0.3 seconds'));
    });

    it('reports it when the TLS handshake gets no response', async () => {
      await using receiver = await startReceiverSocket((socket) => socket.resume());

      await expect(send(urlOf(receiver, 'https'))).rejects.toEqual(
        failure('not_sent', 'No connection within'),
      );
      await waitFor('the connection is closed', () => receiver.open() === 0);
    });

    it('reports it when the certificate is not trusted, or is for another name, or TLS is old', async () => {
      await using unknown = await startTlsReceiverSocket(() => {});
      await expect(send(urlOf(unknown, 'https'))).rejects.toEqual(failure('not_sent', 'self-signed'));

      await using old = await startTlsReceiverSocket(() => {}, 'TLSv1.1');
      await expect(send(urlOf(old, 'https'))).rejects.toEqual(failure('not_sent', 'TLS 1.2 or newer'));

      setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
      const other = send(urlOf(unknown, 'https', 'other.example.com'), {
        allowedHosts: ['other.example.com'],
      });
      await expect(other).rejects.toEqual(failure('not_sent', 'a different host name'));
    });
  });

  describe('whose request may have been processed', () => {
    it('reports it when the response times out', async () => {
      await using receiver = await startReceiverSocket((socket) => socket.resume());

      await expect(send(urlOf(receiver))).rejects.toEqual(failure('unknown', 'within 0.6 seconds'));
      await waitFor('the connection is closed', () => receiver.open() === 0);
    });

    it('reports it when the response arrives byte by byte', async () => {
      await using receiver = await dripping('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'x');

      await expect(send(urlOf(receiver))).rejects.toEqual(failure('unknown', 'within 0.6 seconds'));
    });

    it('uses the timeout of the request', async () => {
      await using receiver = await startReceiverSocket((socket) => socket.resume());

      await expect(send(urlOf(receiver), { deadlineMs: 100 })).rejects.toEqual(
        failure('unknown', '0.1 seconds'),
      );
    });

    it('reports it when the connection breaks before the response, and in the middle of it', async () => {
      await using before = await respondingWith('', 'reset');
      await expect(send(urlOf(before))).rejects.toEqual(failure('unknown', 'closed before'));

      await using within = await respondingWith('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', 'end');
      await expect(send(urlOf(within))).rejects.toEqual(failure('unknown', 'closed before'));
    });

    it.each([
      ['reset', 'closed before'],
      ['stall', 'within 0.6 seconds'],
    ] as const)('reports it when a response without a length ends with a %s', async (next, words) => {
      await using receiver = await respondingWith('HTTP/1.1 200 OK\r\n\r\nhalf', next);

      await expect(send(urlOf(receiver))).rejects.toEqual(failure('unknown', words));
    });

    it('reads no more of a response than the maximum', async () => {
      await using receiver = await pouring('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536));
      const limits = { maxResponseBytes: 100_000, deadlineMs: 5000 };

      await expect(send(urlOf(receiver), { limits })).rejects.toEqual(
        failure('unknown', 'larger than 100000'),
      );
      await waitFor('the connection is closed', () => receiver.open() === 0);
    });

    it('returns the beginning of a longer response to a request that needs no more', async () => {
      await using receiver = await pouring('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536));
      const limits = { maxResponseBytes: 100_000, deadlineMs: 5000 };

      const { status, text } = await send(urlOf(receiver), { limits, beginning: true });

      expect([status, text === 'x'.repeat(100_000)]).toEqual([200, true]);
      await waitFor('the connection is closed', () => receiver.open() === 0);
    });

    it('reads no more headers than 64 KB', async () => {
      await using receiver = await respondingWith(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`);

      await expect(send(urlOf(receiver))).rejects.toEqual(failure('unknown', '64 KB'));
    });

    it('reports it when the response is not HTTP', async () => {
      await using receiver = await respondingWith('SSH-2.0-OpenSSH_9.6\r\n');

      await expect(send(urlOf(receiver))).rejects.toEqual(failure('unknown', 'not valid HTTP'));
    });

    it('waits no longer for the head of a response than for the whole', async () => {
      await using receiver = await pouring('', 'HTTP/1.1 102 Processing\r\n\r\n');

      await expect(send(urlOf(receiver))).rejects.toMatchObject({ kind: 'unknown' });
    });
  });
});

import type { LookupAddress } from 'node:dns';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import {
  RECEIVER_CERTIFICATE,
  startTlsReceiverSocket,
} from '#test/support/fixtures/webhooks/receiver-socket-tls.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const timeouts = { total: 2000, connect: 250 };
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };

type Attempt = {
  url: string;
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  allowedHosts?: string[];
};

async function attempt({ url, resolve, allowedHosts = [] }: Attempt): Promise<SendResult> {
  const guard = createAddressGuard({ allowedHosts, ...(resolve && { resolve }) });
  const sender = createWebhookSender({ guard, timeouts });
  const result = await sender.send({ url, headers: {}, body: Buffer.from('{}') });
  await sender.close();
  return result;
}

describe('an address that is not public', () => {
  it.each([
    [[loopback]],
    [[{ address: '93.184.215.14', family: 4 }, loopback]],
    [[{ address: '::1', family: 6 }]],
  ])('is not connected to when the name resolves to %j', async (response) => {
    await using receiver = await startReceiverSocket(() => {});

    const result = await attempt({
      url: `https://hooks.example.com:${receiver.port}/`,
      resolve: async () => response,
    });

    expect(result).toMatchObject({ outcome: 'blocked_address', statusCode: null });
    for (const { address } of response) expect(result.error).not.toContain(address);
    expect(receiver.connections()).toBe(0);
  });

  it('is not connected to when the name resolves differently after the check', async () => {
    await using receiver = await startReceiverSocket(() => {});
    const responses = [[{ address: '93.184.215.14', family: 4 }], [loopback]];
    const url = `https://hooks.example.com:${receiver.port}/`;
    const guard = createAddressGuard({
      allowedHosts: [],
      resolve: async () => responses.shift() ?? [loopback],
    });
    const sender = createWebhookSender({ guard, timeouts });

    expect(await guard.check(url)).toBeUndefined();
    const result = await sender.send({ url, headers: {}, body: Buffer.from('{}') });
    await sender.close();

    expect(result.outcome).toBe('blocked_address');
    expect(receiver.connections()).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])(
    'is not connected to as the literal %s',
    async (host) => {
      await using receiver = await startReceiverSocket(() => {});

      expect(await attempt({ url: `https://${host}:${receiver.port}/` })).toMatchObject({
        outcome: 'blocked_address',
        statusCode: null,
        durationMs: 0,
      });
      expect(receiver.connections()).toBe(0);
    },
  );

  it('is connected to for an allowed host, resolved once, under the name of the URL', async () => {
    await using receiver = await startReceiverServer((response) => response.end());
    const resolve = vi.fn(async () => [loopback]);

    const result = await attempt({
      url: `http://hooks.example.com:${receiver.port}/`,
      allowedHosts: ['hooks.example.com'],
      resolve,
    });

    expect(result.outcome).toBe('success');
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(receiver.requests[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`);
  });
});

describe('connecting', () => {
  it('tries the next address when the first one rejects', async () => {
    await using receiver = await startReceiverServer((response) => response.end());

    const result = await attempt({
      url: `http://hooks.example.com:${receiver.port}/`,
      allowedHosts: ['hooks.example.com'],
      resolve: async () => [{ address: '127.0.0.2', family: 4 }, loopback],
    });

    expect(result.outcome).toBe('success');
  });

  it('has a timeout while the DNS is silent', async () => {
    const result = await attempt({
      url: 'https://hooks.example.com/',
      resolve: () => new Promise(() => {}),
    });

    expect(result).toMatchObject({ outcome: 'connect_timeout', statusCode: null });
    expect(result.error).toContain('0.25 seconds');
    expect(result.durationMs).toBeGreaterThanOrEqual(245);
    expect(result.durationMs).toBeLessThan(800);
  });

  it('has a timeout while the TLS handshake is silent, and leaves no socket behind', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.resume());

    const result = await attempt({ url: `https://127.0.0.1:${receiver.port}/`, allowedHosts: ['127.0.0.1'] });

    expect(result.outcome).toBe('connect_timeout');
    expect(result.durationMs).toBeLessThan(800);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it('does not shorten the time of a connected receiver', async () => {
    await using receiver = await startReceiverServer((response) => {
      setTimeout(() => response.end(), timeouts.connect * 2);
    });

    expect(await attempt({ url: receiver.url, allowedHosts: ['127.0.0.1'] })).toMatchObject({
      outcome: 'success',
    });
  });

  it('reports that the name does not resolve', async () => {
    const result = await attempt({
      url: 'https://hooks.example.com/',
      resolve: () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
    });

    expect(result).toMatchObject({ outcome: 'network_error', statusCode: null });
    expect(result.error).toContain('does not resolve');
  });
});

describe('TLS', () => {
  const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
  const trusted = getCACertificates('default');

  afterEach(() => setDefaultCACertificates(trusted));

  function tlsAttempt(port: number, host = 'hooks.example.com'): Promise<SendResult> {
    return attempt({
      url: `https://${host}:${port}/`,
      allowedHosts: [host],
      resolve: async () => [loopback],
    });
  }

  it('delivers to a trusted receiver, with SNI and HTTP/1.1', async () => {
    setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
    const asked: unknown[] = [];
    await using receiver = await startTlsReceiverSocket((socket) => {
      asked.push(socket.servername, socket.getProtocol());
      socket.once('data', () => socket.end(ok));
    });

    expect(await tlsAttempt(receiver.port)).toMatchObject({ outcome: 'success', statusCode: 200 });
    expect(asked).toEqual(['hooks.example.com', 'TLSv1.3']);
  });

  it('resumes the session of an earlier connection', async () => {
    setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
    const resumed: boolean[] = [];
    await using receiver = await startTlsReceiverSocket((socket) => {
      resumed.push(socket.isSessionReused());
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'));
    });
    const guard = createAddressGuard({
      allowedHosts: ['hooks.example.com'],
      resolve: async () => [loopback],
    });
    const sender = createWebhookSender({ guard, timeouts });
    const request = {
      url: `https://hooks.example.com:${receiver.port}/`,
      headers: {},
      body: Buffer.from('{}'),
    };

    await sender.send(request);
    await sender.send(request);
    await sender.close();

    expect(resumed).toEqual([false, true]);
  });

  it('rejects TLS 1.1 and accepts 1.2', async () => {
    setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
    const talk = (socket: NodeJS.WritableStream): void => void socket.on('data', () => socket.end(ok));
    await using old = await startTlsReceiverSocket(talk, 'TLSv1.1');
    await using current = await startTlsReceiverSocket(talk, 'TLSv1.2');

    const result = await tlsAttempt(old.port);

    expect(result.outcome).toBe('network_error');
    expect(result.error).toContain('TLS 1.2 or newer');
    expect(await tlsAttempt(current.port)).toMatchObject({ outcome: 'success' });
  });
});

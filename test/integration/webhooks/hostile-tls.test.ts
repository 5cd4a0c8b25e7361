import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { createConnectionCheck } from '#shared/webhooks/sending/connection-check.ts';
import failures from '#test/corpus/tls-failures.json' with { type: 'json' };
import {
  EXPIRED_CERTIFICATE,
  FUTURE_CERTIFICATE,
  SHORT_KEY,
  SHORT_KEY_CERTIFICATE,
  UNKNOWN_AUTHORITY_CERTIFICATE,
} from '#test/support/fixtures/webhooks/receiver-socket-certificates.ts';
import { useSenderFixture } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import {
  RECEIVER_CERTIFICATE,
  startTlsReceiverSocket,
} from '#test/support/fixtures/webhooks/receiver-socket-tls.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const HOST = 'hooks.example.com';
const OTHER = 'other.example.com';
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

const { makeSender } = useSenderFixture();
/** Long, so that a busy machine does not turn another failure into a timeout; and short, to wait for one. */
const LONG_MS = 10_000;
const SHORT_MS = 300;
const authorities = getCACertificates('default');

// Self-signed ones are their own authority: trusted, so that each is rejected only for its own defect.
beforeEach(() =>
  setDefaultCACertificates([
    ...authorities,
    RECEIVER_CERTIFICATE,
    EXPIRED_CERTIFICATE,
    FUTURE_CERTIFICATE,
    SHORT_KEY_CERTIFICATE,
  ]),
);
afterEach(() => setDefaultCACertificates(authorities));

function guardFor(host: string) {
  return createAddressGuard({
    allowedHosts: [host],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
}

function send(port: number, host = HOST, connect = LONG_MS): Promise<SendResult> {
  const sender = makeSender({ guard: guardFor(host), timeouts: { total: 2 * LONG_MS, connect } });
  return sender.send({ url: `https://${host}:${port}/`, headers: {}, body: Buffer.alloc(2) });
}

describe('a certificate', () => {
  it('is trusted when it is valid', async () => {
    await using receiver = await startTlsReceiverSocket((socket) =>
      socket.once('data', () => socket.end(OK)),
    );

    expect(await send(receiver.port)).toMatchObject({ outcome: 'success' });
  });

  it.each([
    ['has expired', EXPIRED_CERTIFICATE, HOST, 'The TLS certificate has expired; renew the certificate.'],
    [
      'is not valid yet',
      FUTURE_CERTIFICATE,
      HOST,
      'The TLS certificate is not valid yet; install a certificate that is valid now.',
    ],
    [
      'is for another name',
      RECEIVER_CERTIFICATE,
      OTHER,
      'The TLS certificate is for a different host name; install a certificate for the host of the URL.',
    ],
    [
      'is of an unknown authority',
      UNKNOWN_AUTHORITY_CERTIFICATE,
      HOST,
      'The TLS certificate is not trusted; install the full certificate chain of a public certificate authority.',
    ],
  ])('is rejected when it %s, and the receiver gets nothing', async (_, certificate, host, error) => {
    const received: unknown[] = [];
    await using receiver = await startTlsReceiverSocket(
      (socket) => socket.on('data', (data) => received.push(data)).write(OK),
      'TLSv1.3',
      certificate,
    );

    expect(await send(receiver.port, host)).toMatchObject({
      outcome: 'network_error',
      statusCode: null,
      error,
    });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
    expect(received).toEqual([]);
  });

  it('is rejected when it is self-signed and not trusted', async () => {
    setDefaultCACertificates(authorities);
    await using receiver = await startTlsReceiverSocket((socket) => socket.write(OK));

    expect(await send(receiver.port)).toMatchObject({
      outcome: 'network_error',
      error: 'The TLS certificate is self-signed; install a certificate of a public certificate authority.',
    });
  });
});

describe('a server that TLS of the platform does not fit', () => {
  it.each<[string, string, TlsOptions]>([
    [
      'demands a client certificate, which TLS 1.3 tells after the handshake',
      'The server demands a client certificate, and the platform sends none.',
      { requestCert: true, rejectUnauthorized: true },
    ],
    [
      'demands a client certificate with TLS 1.2',
      'The server ended the TLS handshake: it demands a client certificate, or accepts no cipher that the platform offers.',
      { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
    ],
    [
      'speaks HTTP/2 only',
      'The server does not speak HTTP/1.1, but probably HTTP/2 only; enable HTTP/1.1.',
      { ALPNProtocols: ['h2'] },
    ],
    [
      'has a short key',
      'A key of the server is too short for TLS; use RSA keys of at least 2,048 bits, or elliptic curves.',
      { key: SHORT_KEY, cert: SHORT_KEY_CERTIFICATE, ciphers: 'DEFAULT@SECLEVEL=0' },
    ],
  ])('gets a true sentence if it %s', async (_, error, options) => {
    await using receiver = await startTlsReceiverSocket(
      (socket) => socket.on('error', () => {}),
      'TLSv1.3',
      RECEIVER_CERTIFICATE,
      options,
    );

    expect(await send(receiver.port)).toMatchObject({ outcome: 'network_error', error });
  });

  it('is not reachable for a check of the connection, if it demands a client certificate', async () => {
    await using receiver = await startTlsReceiverSocket(
      (socket) => socket.on('error', () => {}),
      'TLSv1.3',
      RECEIVER_CERTIFICATE,
      { requestCert: true, rejectUnauthorized: true },
    );
    const checked = await createConnectionCheck(guardFor(HOST)).check(`https://${HOST}:${receiver.port}/`);

    expect(checked).toEqual({
      reachable: false,
      error: 'The server demands a client certificate, and the platform sends none.',
    });
  });
});

it.each(failures)('the sentence about $input ($report) is true', async ({ channel, input, right }) => {
  await using receiver = await startReceiverSocket((socket) => {
    socket.once('data', () => socket.write(Buffer.from(input, 'hex'), () => socket.end()));
  });
  const url = channel === 'https' ? `https://${HOST}:${receiver.port}/` : receiver.url;
  const guard = channel === 'https' ? guardFor(HOST) : guardFor('127.0.0.1');
  const sender = makeSender({ guard, timeouts: { total: 2 * LONG_MS, connect: LONG_MS } });
  const { error } = await sender.send({ url, headers: {}, body: Buffer.alloc(2) });

  expect(error).toContain(right);
});

describe('a handshake', () => {
  const plain = 'The port of the URL does not speak TLS, but probably plain HTTP; use the port of HTTPS.';
  const other = 'The TLS connection failed; check the TLS settings of the server.';

  it.each([
    ['plain HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), plain],
    ['garbage', Buffer.alloc(64, 0xff), plain],
    ['a record longer than TLS allows', Buffer.from('160303ffff', 'hex'), other],
    ['a handshake message of 16 MB', Buffer.from('160303400002ffffff', 'hex'), other],
  ])('is a network error when the response is %s', async (_, bytes, failed) => {
    await using receiver = await startReceiverSocket((socket) => {
      socket.once('data', () => socket.write(Buffer.concat([bytes, Buffer.alloc(20_000)])));
    });

    expect(await send(receiver.port)).toMatchObject({ outcome: 'network_error', error: failed });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it.each(['end', 'resetAndDestroy'] as const)(
    'is a network error when it is aborted (%s)',
    async (close) => {
      await using receiver = await startReceiverSocket((socket) => {
        socket.once('data', () => socket[close]());
      });

      expect(await send(receiver.port)).toMatchObject({
        outcome: 'network_error',
        error: 'The connection was closed before a response arrived.',
      });
    },
  );

  it.each([
    ['sends nothing', ''],
    ['stops inside a record', '1603030100'],
  ])('is a connect timeout when the receiver %s', async (_, bytes) => {
    await using receiver = await startReceiverSocket((socket) => {
      socket.resume().write(Buffer.from(bytes, 'hex'));
    });

    expect(await send(receiver.port, HOST, SHORT_MS)).toMatchObject({
      outcome: 'connect_timeout',
      statusCode: null,
    });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it('is a connect timeout when its bytes arrive one by one', async () => {
    await using receiver = await startReceiverSocket((socket) => {
      // A record of one byte each: never more than the start of a message of 16 KB.
      const bytes = Buffer.from(
        `1603030001021603030001001603030001401603030001ff${'16030300010a'.repeat(500)}`,
        'hex',
      );
      let at = 0;
      const drip = setInterval(() => socket.write(bytes.subarray(at, (at += 6))), 10);
      socket.resume().on('close', () => clearInterval(drip));
    });

    expect(await send(receiver.port, HOST, SHORT_MS)).toMatchObject({ outcome: 'connect_timeout' });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it('does not validate what follows: garbage inside TLS is not valid HTTP', async () => {
    await using receiver = await startTlsReceiverSocket((socket) =>
      socket.once('data', () => socket.write(Buffer.alloc(1000))),
    );

    expect(await send(receiver.port)).toMatchObject({ error: 'The response is not valid HTTP.' });
  });

  it('does not lift the limit of a response: a long one inside TLS is aborted', async () => {
    await using receiver = await startTlsReceiverSocket((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write('HTTP/1.1 100 X\r\n\r\n'.repeat(200_000)));
    });

    expect(await send(receiver.port)).toMatchObject({
      error: 'The headers of the response are larger than 64 KB.',
    });
  });
});

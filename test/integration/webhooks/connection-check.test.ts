import type { LookupAddress } from 'node:dns';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import type { ConnectionResult } from '#shared/webhooks/ports/connection-check.ts';
import { createConnectionCheck } from '#shared/webhooks/sending/connection-check.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  RECEIVER_CERTIFICATE,
  startTlsReceiverSocket,
} from '#test/support/fixtures/webhooks/receiver-socket-tls.ts';
import { type ReceiverSocket, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const HOST = 'hooks.example.com';
const CONNECT_MS = 400;
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };

type Settings = {
  readonly allowedHosts?: readonly string[];
  readonly resolve?: (hostname: string) => Promise<LookupAddress[]>;
};

/** Checks URLs with names that resolve to loopback, if they are allowed to. */
function check(url: string, { allowedHosts = [HOST], resolve = async () => [loopback] }: Settings = {}) {
  const guard = createAddressGuard({ allowedHosts, resolve });
  return createConnectionCheck(guard, CONNECT_MS).check(url);
}

function urlOf({ port }: ReceiverSocket, scheme = 'https', host = HOST): string {
  return `${scheme}://${host}:${port}/hook`;
}

/** The result of a check, and its duration. */
async function timed(run: Promise<ConnectionResult>) {
  const began = performance.now();
  const result = await run;
  return { result, tookMs: performance.now() - began };
}

function unreachable(words: string) {
  return { reachable: false, error: expect.stringContaining(words) };
}

describe('a target that responds', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  it('is reachable over http, if that is allowed', async () => {
    await using receiver = await startReceiverSocket(() => {});

    expect(await check(urlOf(receiver, 'http'))).toEqual({
      reachable: true,
      protocol: 'none',
      address: '127.0.0.1',
    });
  });

  it.each(['TLSv1.3', 'TLSv1.2'] as const)(
    'is reachable over %s with a trusted certificate',
    async (version) => {
      setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
      await using receiver = await startTlsReceiverSocket(() => {}, version);

      expect(await check(urlOf(receiver))).toEqual({
        reachable: true,
        protocol: version,
        address: '127.0.0.1',
      });
    },
  );

  it('is sent nothing, and the connection is closed again', async () => {
    const bytes: Buffer[] = [];
    await using receiver = await startReceiverSocket((socket) =>
      socket.on('data', (data) => bytes.push(data)),
    );
    await check(urlOf(receiver, 'http'));

    await waitFor(
      'the connection is closed',
      async () => receiver.connections() === 1 && receiver.open() === 0,
    );
    expect(bytes).toEqual([]);
  });
});

describe('a target with a certificate that no delivery would trust', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  it('is unreachable: self-signed', async () => {
    await using receiver = await startTlsReceiverSocket(() => {});

    expect(await check(urlOf(receiver))).toEqual(unreachable('self-signed'));
  });

  it('is unreachable: made for another name', async () => {
    setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
    await using receiver = await startTlsReceiverSocket(() => {});
    const host = 'other.example.com';

    expect(await check(urlOf(receiver, 'https', host), { allowedHosts: [host] })).toEqual(
      unreachable('a different host name'),
    );
  });

  it('is unreachable: made for a name, requested by address', async () => {
    setDefaultCACertificates([...trusted, RECEIVER_CERTIFICATE]);
    await using receiver = await startTlsReceiverSocket(() => {});

    expect(await check(urlOf(receiver, 'https', '127.0.0.1'), { allowedHosts: ['127.0.0.1'] })).toEqual(
      unreachable('a different host name'),
    );
  });

  it('is unreachable: TLS 1.1', async () => {
    await using receiver = await startTlsReceiverSocket(() => {}, 'TLSv1.1');

    expect(await check(urlOf(receiver))).toEqual(unreachable('TLS 1.2 or newer'));
  });
});

describe('an unresponsive target', () => {
  it('is unreachable: nothing listens', async () => {
    const receiver = await startReceiverSocket(() => {});
    const url = urlOf(receiver);
    await receiver[Symbol.asyncDispose]();

    expect(await check(url)).toEqual(unreachable('refused'));
  });

  it('is unreachable: it hangs up', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.destroy());

    expect(await check(urlOf(receiver))).toMatchObject({ reachable: false });
  });

  it('is unreachable: it does not support TLS', async () => {
    await using receiver = await startReceiverSocket((socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );

    expect(await check(urlOf(receiver))).toEqual(unreachable('does not speak TLS'));
  });

  it('is unreachable: silent in the TLS handshake, after the timeout and not before', async () => {
    await using receiver = await startReceiverSocket((socket) => socket.resume());
    const { result, tookMs } = await timed(check(urlOf(receiver)));

    expect(result).toEqual(unreachable('0.4 seconds'));
    expect(tookMs).toBeGreaterThanOrEqual(CONNECT_MS - 5);
    expect(tookMs).toBeLessThan(CONNECT_MS * 4);
    await waitFor('the connection is closed', async () => receiver.open() === 0);
  });

  it('is unreachable: silent DNS, within the same timeout', async () => {
    const { result, tookMs } = await timed(
      check(`https://${HOST}/`, { resolve: () => new Promise(() => {}) }),
    );

    expect(result).toEqual(unreachable('DNS, TCP and TLS'));
    expect(tookMs).toBeLessThan(CONNECT_MS * 4);
  });

  it('is unreachable: a name without an address', async () => {
    const failing = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };

    expect(await check(`https://${HOST}/`, { resolve: failing })).toEqual(unreachable('does not resolve'));
    expect(await check(`https://${HOST}/`, { resolve: async () => [] })).toEqual(
      unreachable('does not resolve'),
    );
  });

  it('is tried at its next address when the first one rejects', async () => {
    await using receiver = await startReceiverSocket(() => {});
    const addresses = [{ address: '127.0.0.2', family: 4 }, loopback];

    expect(await check(urlOf(receiver, 'http'), { resolve: async () => addresses })).toMatchObject({
      reachable: true,
    });
  });
});

describe('a blocked target', () => {
  it.each([
    [[loopback]],
    [[{ address: '93.184.215.14', family: 4 }, loopback]],
    [[{ address: '::1', family: 6 }]],
    [[{ address: '169.254.169.254', family: 4 }]],
  ])('gets no connection when its name resolves to %j, and the address is not shown', async (addresses) => {
    await using receiver = await startReceiverSocket(() => {});
    const result = await check(urlOf(receiver), { allowedHosts: [], resolve: async () => addresses });

    expect(result).toEqual(unreachable('not public'));
    for (const { address } of addresses) expect(JSON.stringify(result)).not.toContain(address);
    expect(receiver.connections()).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
    'gets no connection as the literal %s',
    async (host) => {
      await using receiver = await startReceiverSocket(() => {});

      expect(await check(urlOf(receiver, 'https', host), { allowedHosts: [] })).toMatchObject({
        reachable: false,
      });
      expect(receiver.connections()).toBe(0);
    },
  );

  it('gets no connection over http', async () => {
    await using receiver = await startReceiverSocket(() => {});

    expect(await check(urlOf(receiver, 'http'), { allowedHosts: [] })).toEqual(unreachable('https'));
    expect(receiver.connections()).toBe(0);
  });

  it('gets no connection when its name resolves differently after the check', async () => {
    await using receiver = await startReceiverSocket(() => {});
    const responses = [[{ address: '93.184.215.14', family: 4 }], [loopback]];
    const guard = createAddressGuard({
      allowedHosts: [],
      resolve: async () => responses.shift() ?? [loopback],
    });

    expect(await guard.check(urlOf(receiver))).toBeUndefined();
    expect(await createConnectionCheck(guard, CONNECT_MS).check(urlOf(receiver))).toMatchObject({
      reachable: false,
    });
    expect(receiver.connections()).toBe(0);
  });
});

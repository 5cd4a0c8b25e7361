import { execFile } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { useSenderFixture } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const { makeSender } = useSenderFixture({ total: 10_000, connect: 5000 });

const PUBLIC = '93.184.215.14';
const request = { headers: {}, body: Buffer.alloc(2) };

/** One address of every range that a request must not reach (RFC 6890 and the registries after it). */
const REJECTED: Readonly<Record<string, string>> = {
  '0/8': '0.0.0.0',
  '10/8': '10.1.2.3',
  '100.64/10': '100.100.100.200',
  '127/8': '127.0.0.1',
  '169.254/16, metadata': '169.254.169.254',
  '169.254/16, credentials': '169.254.170.2',
  '172.16/12': '172.31.255.255',
  '192.0.0/24': '192.0.0.192',
  '192.0.2/24': '192.0.2.1',
  '192.31.196/24': '192.31.196.1',
  '192.52.193/24': '192.52.193.1',
  '192.88.99/24': '192.88.99.1',
  '192.168/16': '192.168.0.1',
  '192.175.48/24': '192.175.48.1',
  '198.18/15': '198.19.255.255',
  '198.51.100/24': '198.51.100.1',
  '203.0.113/24': '203.0.113.1',
  '224/4': '239.255.255.250',
  '240/4': '255.255.255.255',
  '::/128': '::',
  '::1/128': '::1',
  '::/96, IPv4-compatible': '::7f00:1',
  '::ffff:0:0/96, IPv4-mapped': '::ffff:127.0.0.1',
  '::ffff:0:0:0/96, IPv4-translated': '::ffff:0:127.0.0.1',
  '64:ff9b::/96': '64:ff9b::7f00:1',
  '64:ff9b:1::/48': '64:ff9b:1::a00:1',
  '100::/64': '100::1',
  '2001::/32, Teredo': '2001::1',
  '2001::/23': '2001:1ff:ffff::1',
  '2001:db8::/32': '2001:db8::1',
  '2002::/16, 6to4': '2002:7f00:1::',
  '2620:4f:8000::/48': '2620:4f:8000::1',
  '3fff::/20': '3fff:fff::1',
  'above 2000::/3': '4000::1',
  '5f00::/16': '5f00::1',
  'fc00::/7, metadata': 'fd00:ec2::254',
  'fe80::/10': 'fe80::1',
  'fec0::/10': 'fec0::1',
  'ff00::/8': 'ff02::1',
};

function addressOf(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}

/** A DNS that returns one response after the other, the last one forever, and counts the queries. */
function resolverOf(...responses: readonly (readonly string[])[]) {
  let asked = 0;
  const resolve = async (): Promise<LookupAddress[]> => {
    asked += 1;
    return (responses[asked - 1] ?? responses.at(-1) ?? []).map(addressOf);
  };
  return { resolve, asked: () => asked };
}

describe.each(Object.entries(REJECTED))('an address in %s', (_, address) => {
  it.each([
    ['alone', [address]],
    ['after a public one', [PUBLIC, address]],
    ['before a public one', [address, PUBLIC]],
  ])(
    'is rejected at registration and at delivery when a name resolves to it %s',
    async (_place, response) => {
      const guard = createAddressGuard({ allowedHosts: [], resolve: resolverOf(response).resolve });
      const url = 'https://hooks.example.com/';

      expect(await guard.check(url)).toMatchObject({ code: 'url_not_public' });
      const result = await makeSender({ guard }).send({ url, ...request });
      expect(result).toMatchObject({ outcome: 'blocked_address', statusCode: null, responseText: null });
      expect(result.error).not.toContain(address);
    },
  );

  it('is rejected as a literal, without a DNS query', async () => {
    const { resolve, asked } = resolverOf([PUBLIC]);
    const guard = createAddressGuard({ allowedHosts: [], resolve });
    const url = `https://${address.includes(':') ? `[${address}]` : address}/`;

    expect(await guard.check(url)).toMatchObject({ code: 'url_not_public' });
    expect(await makeSender({ guard }).send({ url, ...request })).toMatchObject({
      outcome: 'blocked_address',
    });
    expect(asked()).toBe(0);
  });
});

describe('a name that changes its address', () => {
  it('is rejected when it was public at registration and is private at delivery', async () => {
    await using receiver = await startReceiverSocket(() => {});
    const { resolve } = resolverOf([PUBLIC], ['127.0.0.1']);
    const guard = createAddressGuard({ allowedHosts: [], resolve });
    const url = `https://hooks.example.com:${receiver.port}/`;

    expect(await guard.check(url)).toBeUndefined();
    expect(await makeSender({ guard }).send({ url, ...request })).toMatchObject({
      outcome: 'blocked_address',
    });
    expect(receiver.connections()).toBe(0);
  });

  it('is resolved once for each connection, and connected to at the address that was checked', async () => {
    await using inside = await startReceiverServer((response) => response.end());
    const { resolve, asked } = resolverOf(['127.0.0.2'], ['127.0.0.1']);
    const guard = createAddressGuard({ allowedHosts: ['hooks.example.com'], resolve });
    const url = `http://hooks.example.com:${inside.port}/`;

    // Nothing listens at the first address: a second query would have led to the receiver.
    expect(await makeSender({ guard }).send({ url, ...request })).toMatchObject({ outcome: 'network_error' });
    expect(asked()).toBe(1);
    expect(inside.connections()).toBe(0);
  });

  it('is checked again for every delivery that needs a new connection', async () => {
    await using receiver = await startReceiverServer((response) => {
      response.writeHead(200, { connection: 'close' }).end();
    });
    const resolve = vi.fn(resolverOf(['127.0.0.1']).resolve);
    const guard = createAddressGuard({ allowedHosts: ['hooks.example.com'], resolve });
    const sender = makeSender({ guard });
    const url = `http://hooks.example.com:${receiver.port}/`;

    await sender.send({ url, ...request });
    await sender.send({ url, ...request });
    expect(resolve).toHaveBeenCalledTimes(2);
  });
});

describe('a bypass of the guard', () => {
  it.each([
    'https://user@8.8.8.8/',
    'https://user:pass@8.8.8.8/',
    'https://:@8.8.8.8/',
    'https://8.8.8.8/#a',
  ])('is not %s', async (url) => {
    expect(
      await makeSender({ guard: createAddressGuard({ allowedHosts: [] }) }).send({ url, ...request }),
    ).toMatchObject({
      outcome: 'blocked_address',
      durationMs: 0,
    });
  });

  it.each([301, 302, 303, 307, 308])('is not a redirect with %i', async (status) => {
    await using inside = await startReceiverSocket(() => {});
    await using receiver = await startReceiverServer((response) => {
      response.writeHead(status, { location: inside.url, refresh: `0; url=${inside.url}` }).end();
    });

    expect(await makeSender().send({ url: receiver.url, ...request })).toMatchObject({
      outcome: 'redirect',
      statusCode: status,
    });
    expect(inside.connections()).toBe(0);
  });

  it('is not a proxy of the environment, not even one that Node used from its start', async () => {
    await using receiver = await startReceiverServer((response) => response.end());
    await using proxy = await startReceiverServer((response) => response.writeHead(502).end());
    const names = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
    const script = `
      import { get } from 'node:http';
      import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
      import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
      const sender = createWebhookSender({ guard: createAddressGuard({ allowedHosts: ['127.0.0.1'] }) });
      for (const url of ['${receiver.url}', '${receiver.url.replace('http:', 'https:')}'])
        console.log((await sender.send({ url, headers: {}, body: Buffer.alloc(2) })).outcome);
      await sender.close();
      get('${receiver.url}', (response) => console.log(response.resume().statusCode));`;

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        env: {
          ...process.env,
          ...Object.fromEntries(names.map((name) => [name, new URL(proxy.url).origin])),
          no_proxy: '',
          NO_PROXY: '',
          NODE_USE_ENV_PROXY: '1',
        },
      },
    );

    expect(stdout.trim().split('\n')).toEqual(['success', 'network_error', '502']);
    expect(proxy.connections(), 'that of Node itself').toBe(1);
    expect(receiver.requests).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createDnsResolver } from '#shared/platform/network/resolve-hostname.ts';
import { createWebhookSender } from '#shared/webhooks/sending/webhook-sender.ts';
import { startNameServer } from '#test/support/fixtures/webhooks/receiver-socket-dns.ts';
import { startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

/** The connect timeout of 4 s less half a second: the deadline of a host name is 2 s, the tries alone may take 4 s. */
const CONNECT_MS = 3500;
const publicV4 = [93, 184, 215, 14];
const publicV6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];

// Two tests wait for name servers that never respond.
describe.concurrent('createDnsResolver', () => {
  it('returns both families, IPv6 first', async () => {
    await using dns = await startNameServer({
      'hooks.example.com/1': [publicV4, [127, 0, 0, 1]],
      'hooks.example.com/28': [publicV6],
    });

    expect(await createDnsResolver([dns.server])('hooks.example.com')).toEqual([
      { address: '2606:4700::1111', family: 6 },
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  });

  it('accepts one family, even if the other never gets a response', async () => {
    await using dns = await startNameServer({
      'four.example.com/1': [publicV4],
      'half.example.com/1': [publicV4],
      'half.example.com/28': null,
      'six.example.com/28': [publicV6],
    });
    const resolve = createDnsResolver([dns.server]);

    expect(await resolve('six.example.com')).toEqual([{ address: '2606:4700::1111', family: 6 }]);
    expect(await resolve('four.example.com')).toEqual([{ address: '93.184.215.14', family: 4 }]);
    const started = performance.now();
    expect(await resolve('half.example.com')).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect(performance.now() - started).toBeLessThan(CONNECT_MS);
  });

  it('rejects for a name that does not exist', async () => {
    await using dns = await startNameServer({});

    await expect(createDnsResolver([dns.server])('gone.example.com')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  it('stops at silent servers with time left to connect', async () => {
    await using dns = await startNameServer({ 'dead.example.com/1': null, 'dead.example.com/28': null });
    const started = performance.now();

    // The deadline of the name cancels the queries, or c-ares itself gives up a moment earlier.
    await expect(createDnsResolver([dns.server])('dead.example.com')).rejects.toMatchObject({
      code: expect.stringMatching(/^E(CANCELLED|TIMEOUT)$/),
    });
    expect(performance.now() - started).toBeLessThan(CONNECT_MS);
  });

  it('lets the guard block a public name with a private address', async () => {
    await using dns = await startNameServer({ 'evil.example.com/1': [publicV4, [127, 0, 0, 1]] });
    await using receiver = await startReceiverSocket(() => {});
    const guard = createAddressGuard({ allowedHosts: [], resolve: createDnsResolver([dns.server]) });
    const sender = createWebhookSender({ guard });
    const url = `https://evil.example.com:${receiver.port}/`;

    expect(await guard.check(url)).toMatchObject({ code: 'url_not_public' });
    expect(await sender.send({ url, headers: {}, body: Buffer.alloc(0) })).toMatchObject({
      outcome: 'blocked_address',
    });
    expect(receiver.connections()).toBe(0);
    await sender.close();
  });
});

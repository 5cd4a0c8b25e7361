import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { pictureSniff } from '#shared/files/domain/media-bytes/picture-type.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createGuardedHttpClient } from '#shared/platform/network/guarded-http-client.ts';
import { createLinkCards, PICTURE_LIMITS } from '#shared/publishing/networks/link-card.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const PUBLIC = 'shop.example.com';
const INTERNAL = 'internal.example.com';
const USER_AGENT = 'workspace-platform/1 (+https://api.example.com/docs)';
const PICTURE = bytesOf('image/png', 5000);
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };

/** Both names resolve to loopback, which the guard allows for one of them. */
const guard = createAddressGuard({ allowedHosts: [PUBLIC], resolve: async () => [loopback] });
const readCard = createLinkCards({
  http: createGuardedHttpClient(guard, USER_AGENT),
  pictures: createGuardedRemoteFiles(guard, pictureSniff, USER_AGENT, PICTURE_LIMITS),
});

/** A server of a page, of its picture, and of redirects to `target`. */
function startSite(target: (port: number) => string = () => '/a.png') {
  return startReceiverServer((response, request) => {
    const port = response.socket?.localPort ?? 0;
    if (request.url === '/a.png') response.writeHead(200).end(PICTURE);
    else if (request.url === '/moved') response.writeHead(302, { location: target(port) }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<title>Lamps</title><meta property="og:image" content="${target(port)}">`);
  });
}

describe('link cards over the network', () => {
  it('are read with their picture, and each request names the platform', async () => {
    await using site = await startSite();

    expect(await readCard(`http://${PUBLIC}:${site.port}/p/1`)).toEqual({
      title: 'Lamps',
      description: '',
      picture: { mimeType: 'image/png', bytes: PICTURE },
    });
    expect(site.requests.map(({ url, headers }) => [url, headers['user-agent']])).toEqual([
      ['/p/1', USER_AGENT],
      ['/a.png', USER_AGENT],
    ]);
  });

  it('are left out for a host that is not public, and for a redirect to one', async () => {
    await using site = await startSite((port) => `http://${INTERNAL}:${port}/p/1`);
    const urls = [
      `http://${INTERNAL}:${site.port}/p/1`,
      `https://${INTERNAL}:${site.port}/p/1`,
      `http://127.0.0.1:${site.port}/p/1`,
      `http://${PUBLIC}:${site.port}/moved`,
    ];
    for (const url of urls) expect([url, await readCard(url)]).toEqual([url, undefined]);

    expect(site.requests.map(({ url }) => url)).toEqual(['/moved']);
  });

  it.each([(port: number) => `http://${INTERNAL}:${port}/a.png`, () => 'https://169.254.169.254/a.png'])(
    'have no picture of a host that is not public',
    async (target) => {
      await using site = await startSite(target);

      expect(await readCard(`http://${PUBLIC}:${site.port}/p/1`)).toEqual({
        title: 'Lamps',
        description: '',
        picture: null,
      });
      expect(site.requests.map(({ url }) => url)).toEqual(['/p/1']);
    },
  );
});

import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import odd from '#test/corpus/downloads.json' with { type: 'json' };
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { respondingWith } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const HOST = 'files.example.com';
const PNG = bytesOf('image/png', 5000);
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n';
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };

/** Downloads a file from names that resolve to loopback. */
async function download(url: string, allowedHosts = [HOST]) {
  const guard = createAddressGuard({ allowedHosts, resolve: async () => [loopback] });
  const sniff = { length: SNIFF_LENGTH, detect: sniffType };
  const file = await createGuardedRemoteFiles(guard, sniff, 'test').open(url);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.body) chunks.push(chunk);
    return { mimeType: file.mimeType, bytes: new Uint8Array(Buffer.concat(chunks)) };
  } finally {
    file.close();
  }
}

function urlOf({ port }: { readonly port: number }): string {
  return `http://${HOST}:${port}/a.png`;
}

const servingPicture = () => startReceiverServer((response) => response.writeHead(200).end(PNG));

describe('remote files of servers with odd responses', () => {
  it.each(odd.filter(({ channel }) => channel === 'encoding'))(
    'are read if plain bytes have the encoding "$input" ($report)',
    async ({ input, right }) => {
      await using server = await respondingWith(
        Buffer.concat([Buffer.from(`${HEAD}content-encoding: ${input}\r\n\r\n`), PNG]),
      );

      expect(await download(urlOf(server))).toEqual({ mimeType: right, bytes: PNG });
    },
  );

  it.each(odd.filter(({ channel }) => channel !== 'encoding'))(
    'are found after a redirect with raw bytes: $channel $input ($report)',
    async ({ channel, input, right }) => {
      const encoding = channel.endsWith('Latin-1') ? 'latin1' : 'utf8';
      await using target = await servingPicture();
      const location = `http://${HOST}:${target.port}${input}`;
      for (const place of [location, location.slice('http:'.length)]) {
        await using server = await respondingWith(
          Buffer.from(`HTTP/1.1 302 Found\r\nlocation: ${place}\r\n\r\n`, encoding),
        );

        expect((await download(urlOf(server))).mimeType).toBe('image/png');
        expect(target.requests.at(-1)?.url).toBe(right);
      }
    },
  );

  it('are found after a redirect to a host with raw bytes', async () => {
    await using target = await servingPicture();
    const host = 'xn--bcher-kva.example.com';
    await using server = await respondingWith(
      `HTTP/1.1 302 Found\r\nlocation: http://bücher.example.com:${target.port}/a.png\r\n\r\n`,
    );

    const file = await download(urlOf(server), [HOST, host]);

    expect(file.mimeType).toBe('image/png');
    expect(target.requests[0]?.headers.host).toBe(`${host}:${target.port}`);
  });
});

import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { MEDIA_LIMITS } from '#shared/files/domain/media.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import {
  dripping,
  pouring,
  respondingWith,
} from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import {
  type ReceivedRequest,
  type ReceiverSocket,
  startReceiverServer,
  startReceiverSocket,
} from '#test/support/fixtures/webhooks/receiver-socket.ts';

const HOST = 'files.example.com';
const USER_AGENT = 'workspace-platform/1 (+https://api.example.com/docs)';
const LIMITS = { connectMs: 300, idleMs: 400, deadlineMs: 1500 };
/** A text of the other server that no error may contain. */
const SECRET = 'internal-secret-4711';
const PNG = bytesOf('image/png', 5000);
const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };

type Options = {
  readonly resolve?: (hostname: string) => Promise<LookupAddress[]>;
  readonly allowedHosts?: readonly string[];
  readonly limits?: Partial<typeof LIMITS>;
};

function open(
  url: string,
  { resolve = async () => [loopback], allowedHosts = [HOST], limits }: Options = {},
) {
  const guard = createAddressGuard({ allowedHosts, apiHosts: ['api.example.com'], resolve });
  const sniff = { length: SNIFF_LENGTH, detect: sniffType };
  return createGuardedRemoteFiles(guard, sniff, USER_AGENT, { ...LIMITS, ...limits }).open(url);
}

/** Reads a file to its end, and returns its type and bytes. */
async function download(...args: Parameters<typeof open>) {
  const file = await open(...args);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.body) chunks.push(chunk);
    return { mimeType: file.mimeType, bytes: new Uint8Array(Buffer.concat(chunks)) };
  } finally {
    file.close();
  }
}

function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('There is no error'),
    (error: unknown) => error,
  );
}

function urlOf({ port }: Pick<ReceiverSocket, 'port'>, path = '/a.png', host = HOST): string {
  return `http://${host}:${port}${path}`;
}

function failure(code: string, words: string, canPass = false) {
  return expect.objectContaining({
    name: 'DownloadError',
    failure: { code, detail: expect.stringContaining(words) },
    canPass,
  });
}

function serving(bytes: Uint8Array, headers: Record<string, string> = {}, status = 200) {
  return startReceiverServer((response) => response.writeHead(status, headers).end(bytes));
}

function redirecting(target: (request: ReceivedRequest) => string | undefined, status = 302) {
  return startReceiverServer((response: ServerResponse, request) => {
    const location = target(request);
    if (location === undefined) response.writeHead(200).end(PNG);
    else response.writeHead(status, { location, 'x-secret': SECRET }).end(SECRET);
  });
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n';

describe('remote files over a socket', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  describe('that are media files', () => {
    it('are read whole, with the type of their bytes and without compression or credentials', async () => {
      await using server = await serving(PNG, { 'content-type': 'text/html' });

      expect(await download(urlOf(server))).toEqual({ mimeType: 'image/png', bytes: PNG });
      expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
      expect(Object.keys(server.requests[0]?.headers ?? {})).not.toContain('authorization');
      await waitFor('the connection is closed', () => server.open() === 0);
    });

    it('are read if their length is not declared, and if they are smaller than the start that is detected', async () => {
      await using chunked = await startReceiverServer((response) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' });
        response.write(PNG.subarray(0, 10));
        response.end(PNG.subarray(10, 100));
      });

      expect((await download(urlOf(chunked))).bytes).toEqual(PNG.subarray(0, 100));
    });

    it('can contain anything after a valid start: only the type is detected', async () => {
      const html = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]);
      await using server = await serving(html);

      expect((await download(urlOf(server))).mimeType).toBe('image/png');
    });

    it.each([301, 302, 303, 307, 308])('are found after three redirects of status %i', async (status) => {
      const next: Record<string, string> = { '/a.png': '/b', '/b': '../c?d=1', '/c?d=1': '//x' };
      await using server = await redirecting(({ url = '' }) => {
        const location = next[url];
        return location === '//x' ? `http://${HOST}:${server.port}/d#fragment` : location;
      }, status);

      expect((await download(urlOf(server))).mimeType).toBe('image/png');
      expect(server.requests.map(({ url }) => url)).toEqual(['/a.png', '/b', '/c?d=1', '/d']);
    });

    it('are requested with the name of this platform', async () => {
      await using server = await redirecting(({ url }) => (url === '/a.png' ? '/b' : undefined));

      await download(urlOf(server));

      expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual([USER_AGENT, USER_AGENT]);
    });

    it('are read for longer than the limit without data, while data arrive', async () => {
      await using server = await startReceiverSocket((socket) => {
        socket.once('data', () => {
          socket.write(`${HEAD}content-length: ${PNG.length}\r\n\r\n`);
          let at = 0;
          const timer = setInterval(() => {
            socket.write(PNG.subarray(at, at + 1000));
            at += 1000;
            if (at >= PNG.length) clearInterval(timer);
          }, 150);
          socket.on('close', () => clearInterval(timer));
        });
      });

      expect((await download(urlOf(server))).bytes).toEqual(PNG);
    });
  });

  describe('at addresses that are not public', () => {
    it.each([
      ['127.0.0.1', 4],
      ['10.0.0.7', 4],
      ['169.254.169.254', 4],
      ['::1', 6],
      ['fd00:ec2::254', 6],
      ['::ffff:127.0.0.1', 6],
    ])(
      'are not requested if the name resolves to %s, and the error does not show it',
      async (address, family) => {
        await using server = await serving(PNG);
        const resolve = async () => [
          { address: '93.184.215.14', family: 4 },
          { address, family },
        ];
        const url = `https://${HOST}:${server.port}/a.png`;

        const error = await errorOf(open(url, { allowedHosts: [], resolve }));
        expect(error).toEqual(failure('address_blocked', 'not public'));
        expect(String(error)).not.toContain(address);
        expect(server.connections()).toBe(0);
      },
    );

    it.each([
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
      '169.254.169.254',
    ])('are not requested if the URL contains %s', async (host) => {
      await using server = await serving(PNG);

      await expect(open(`https://${host}:${server.port}/`, { allowedHosts: [] })).rejects.toEqual(
        failure('address_blocked', ''),
      );
      expect(server.connections()).toBe(0);
    });

    it.each([
      'http://169.254.169.254/latest/meta-data/',
      'https://169.254.169.254/latest/meta-data/',
      'https://[fd00:ec2::254]/',
      'https://localhost/',
      'https://api.example.com/os/api',
      'http://public.example.com/a.png',
      'https://user:password@public.example.com/a.png',
      'https://public.example.com:22/',
      'file:///etc/passwd',
      'gopher://public.example.com/',
      'data:image/png;base64,iVBORw0KGgo=',
      'javascript:alert(1)',
      `https://${'x'.repeat(3000)}.example.com/`,
    ])('are not requested after a redirect to %s, and the error does not show it', async (location) => {
      await using server = await redirecting(() => location);

      const error = await errorOf(open(urlOf(server)));
      expect(error).toEqual(failure('address_blocked', ''));
      expect(JSON.stringify(error)).not.toMatch(/169\.254|passwd|password@|4711/u);
      expect(server.connections()).toBe(1);
    });

    it('are not requested if a name changes its address after the redirect', async () => {
      await using server = await redirecting(() => 'https://rebound.example.com/a.png');
      const resolve = async (name: string) =>
        name === HOST ? [loopback] : [{ address: '169.254.169.254', family: 4 }];

      await expect(open(urlOf(server), { resolve })).rejects.toEqual(
        failure('address_blocked', 'not public'),
      );
    });
  });

  describe('with hostile redirects', () => {
    it.each([
      ['a loop', () => '/a.png'],
      ['a fourth redirect', ({ url = '' }: ReceivedRequest) => (url.length > 9 ? undefined : `${url}x`)],
    ])('fail after the third: %s', async (_, target) => {
      await using server = await redirecting(target);

      await expect(open(urlOf(server))).rejects.toEqual(failure('too_many_redirects', '3 times'));
      expect(server.connections()).toBe(4);
    });

    it.each([undefined, 'https://[broken', ''])('fail without a valid target: %j', async (location) => {
      await using server = await startReceiverServer((response) =>
        response.writeHead(302, location === undefined ? {} : { location }).end(SECRET),
      );

      await expect(open(urlOf(server))).rejects.toMatchObject({
        failure: { code: location === '' ? 'too_many_redirects' : 'invalid_response' },
      });
    });

    it('share one time limit', async () => {
      await using server = await startReceiverServer((response) => {
        setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 250);
      });

      await expect(open(urlOf(server), { limits: { deadlineMs: 600 } })).rejects.toEqual(
        failure('connection_failed', 'longer than 0.6 seconds', true),
      );
    });
  });

  describe('with responses that are no file', () => {
    it.each([
      [400, false],
      [401, false],
      [403, false],
      [404, false],
      [410, false],
      [304, false],
      [408, true],
      [429, true],
      [500, true],
      [503, true],
    ])('fail with status %i; another attempt: %j', async (status, canPass) => {
      await using server = await serving(Buffer.from(SECRET), { 'x-secret': SECRET }, status);

      const error = await errorOf(open(urlOf(server)));
      expect(error).toEqual(failure('http_error', `status ${status}`, canPass));
      expect(JSON.stringify(error) + String(error)).not.toContain(SECRET);
    });

    it.each([
      ['HTML that is declared as an image', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      [
        'SVG with an XML declaration',
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      ],
      ['a text', Buffer.from(SECRET)],
      ['nothing', Buffer.alloc(0)],
      ['a PDF', Buffer.from('%PDF-1.7\n')],
      ['a ZIP archive', Buffer.from('504b0304140000000800', 'hex')],
      ['a half PNG signature', PNG.subarray(0, 4)],
    ])('fail for %s', async (_, bytes) => {
      await using server = await serving(bytes, { 'content-type': 'image/png' });

      const error = await errorOf(open(urlOf(server)));
      expect(error).toEqual(failure('unsupported_type', 'Use one of image/jpeg'));
      expect(JSON.stringify(error)).not.toContain(SECRET);
      await waitFor('the connection is closed', () => server.open() === 0);
    });

    it.each([
      ['gzip', gzipSync(PNG)],
      ['br', brotliCompressSync(PNG)],
      ['GZIP, identity', gzipSync(PNG)],
    ])('fail if they are compressed: %s', async (encoding, bytes) => {
      await using server = await serving(bytes, { 'content-encoding': encoding });

      await expect(open(urlOf(server))).rejects.toEqual(failure('invalid_response', 'compressed'));
    });

    it('fail for a part of a file', async () => {
      await using server = await serving(PNG, { 'content-range': 'bytes 0-4999/9000' }, 206);

      await expect(open(urlOf(server))).rejects.toEqual(failure('invalid_response', 'status 206'));
    });

    it('fail if they are no HTTP, and the error does not show them', async () => {
      await using server = await respondingWith(`SSH-2.0-${SECRET}\r\n`);

      const error = await errorOf(open(urlOf(server)));
      expect(error).toEqual(failure('connection_failed', 'not valid HTTP', true));
      expect(JSON.stringify(error) + String(error)).not.toContain(SECRET);
    });
  });

  describe('that are too large', () => {
    it('fail at once if they say so', async () => {
      const video = bytesOf('video/mp4', 5000);
      const declared = MEDIA_LIMITS['video/mp4'] + 1;
      await using server = await pouring(`${HEAD}content-length: ${declared}\r\n\r\n`, video);

      await expect(open(urlOf(server))).rejects.toEqual(failure('too_large', '200000000 bytes'));
      // What the buffers of both sockets hold, but not the file.
      expect(server.sent()).toBeLessThan(MEDIA_LIMITS['video/mp4'] / 2);
    });

    it.each(['', 'content-length: 100000000000\r\n'])(
      'are not read beyond the limit of an endless body: "%s"',
      async (length) => {
        const isDeclared = length !== '';
        await using server = await pouring(
          `${HEAD}${length}\r\n`,
          Buffer.concat([PNG, Buffer.alloc(1_000_000)]),
        );

        await expect(download(urlOf(server))).rejects.toEqual(failure('too_large', '5000000 bytes'));
        await waitFor('the connection is closed', () => server.open() === 0);
        if (!isDeclared) expect(server.sent()).toBeGreaterThan(MEDIA_LIMITS['image/png']);
      },
    );

    it('have the limit of the type that was detected', async () => {
      const gif = bytesOf('image/gif', MEDIA_LIMITS['image/png'] + 1);
      await using server = await serving(gif);

      expect((await download(urlOf(server))).bytes.length).toBe(gif.length);
    });
  });

  describe('that break', () => {
    it('can be tried again if the body ends before its declared length', async () => {
      await using server = await respondingWith(
        Buffer.concat([Buffer.from(`${HEAD}content-length: 9000\r\n\r\n`), PNG]),
      );

      await expect(download(urlOf(server))).rejects.toEqual(failure('connection_failed', 'closed', true));
    });

    it('can be tried again if a chunked body has no end', async () => {
      await using server = await respondingWith(
        Buffer.concat([
          Buffer.from(`${HEAD}transfer-encoding: chunked\r\n\r\n1388\r\n`),
          PNG,
          Buffer.from('\r\n'),
        ]),
      );

      await expect(download(urlOf(server))).rejects.toEqual(failure('connection_failed', 'closed', true));
    });

    it('can be tried again if the head of the response does not arrive', async () => {
      await using server = await startReceiverSocket((socket) => socket.resume());

      await expect(open(urlOf(server))).rejects.toEqual(
        failure('connection_failed', 'No data for 0.4 seconds', true),
      );
      await waitFor('the connection is closed', () => server.open() === 0);
    });

    it('can be tried again if the body stops', async () => {
      await using server = await respondingWith(
        Buffer.concat([Buffer.from(`${HEAD}content-length: 9000\r\n\r\n`), PNG]),
        'stall',
      );

      await expect(download(urlOf(server))).rejects.toEqual(
        failure('connection_failed', 'No data for 0.4 seconds', true),
      );
    });

    it.each([
      ['stall', 'No data for 0.4 seconds'],
      ['reset', 'closed'],
    ] as const)('can be tried again if a body without a length ends with a %s', async (next, words) => {
      const answer = Buffer.concat([Buffer.from(`${HEAD}\r\n`), PNG]);
      await using server = await respondingWith(answer, next);

      await expect(download(urlOf(server))).rejects.toEqual(failure('connection_failed', words, true));
    });

    it('can be tried again if the body arrives byte by byte, after the limit of the whole download', async () => {
      await using server = await dripping(`${HEAD}content-length: 90000\r\n\r\n`, 'x');

      await expect(open(urlOf(server))).rejects.toEqual(
        failure('connection_failed', 'longer than 1.5 seconds', true),
      );
    });

    it('can be tried again if nothing listens, or the name does not resolve', async () => {
      const server = await startReceiverSocket(() => {});
      await server[Symbol.asyncDispose]();

      await expect(open(urlOf(server))).rejects.toEqual(failure('connection_failed', 'refused', true));
      await expect(open(urlOf(server), { resolve: async () => [] })).rejects.toEqual(
        failure('connection_failed', 'does not resolve', true),
      );
    });
  });
});

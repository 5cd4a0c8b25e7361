import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import {
  respondingWith,
  dripping,
  pouring,
  useSenderFixture,
} from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';

// Long, so that a response that is aborted early is aborted for its size and not for its time.
const TOTAL_MS = 60_000;
const { post, makeSender } = useSenderFixture({ total: TOTAL_MS, connect: 2000 });

/** The capacity of the kernel buffers of both sides and one read; more would mean that the sender reads on. */
const FEW_MEGABYTES = 16 * 1024 * 1024;
const block = Buffer.alloc(65_536, 'a');
const overflow = {
  outcome: 'network_error',
  statusCode: null,
  error: 'The headers of the response are larger than 64 KB.',
};

describe('headers', () => {
  const head = (padding: number) =>
    `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(padding)}\r\ncontent-length: 0\r\n\r\n`;
  const counted = 'x-acontent-length0'.length;

  it('may have 64 KB less one byte', async () => {
    await using receiver = await respondingWith(head(65_535 - counted));

    expect(await post(receiver)).toMatchObject({ outcome: 'success', statusCode: 200 });
  });

  it('may not have 64 KB', async () => {
    await using receiver = await respondingWith(head(65_536 - counted), 'stall');

    expect(await post(receiver)).toMatchObject(overflow);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it.each([
    ['short headers', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'.repeat(10_000)],
    ['one header name', 'HTTP/1.1 200 OK\r\n', block],
    ['one header value', 'HTTP/1.1 200 OK\r\na: ', block],
    ['the reason phrase', 'HTTP/1.1 200 ', block],
    ['line ends before the status', '', '\r\n'.repeat(30_000)],
    ['103 responses', '', 'HTTP/1.1 103 X\r\na: b\r\n\r\n'.repeat(2000)],
    ['100 responses', '', 'HTTP/1.1 100 X\r\n\r\n'.repeat(2000)],
  ])('are aborted when they never end: %s', async (_, start, part) => {
    await using receiver = await pouring(start, part);

    expect(await post(receiver)).toMatchObject(overflow);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
    expect(receiver.sent()).toBeLessThan(FEW_MEGABYTES);
  });
});

describe('a body without an end', () => {
  it.each([
    ['until the connection closes', '\r\n', block],
    ['of 1 GB by its length', 'content-length: 1073741824\r\n\r\n', block],
    ['of 1 TB by its length', 'content-length: 1099511627776\r\n\r\n', block],
    ['in one chunk', 'transfer-encoding: chunked\r\n\r\n7fffffffffffffff\r\n', block],
    ['in chunks of one byte', 'transfer-encoding: chunked\r\n\r\n', '1\r\na\r\n'.repeat(5000)],
    ['of chunk extensions', 'transfer-encoding: chunked\r\n\r\n1;', block],
    ['of a chunk size with leading zeros', 'transfer-encoding: chunked\r\n\r\n', '0'.repeat(65_536)],
    ['of trailers', 'transfer-encoding: chunked\r\n\r\n0\r\n', 'a: b\r\n'.repeat(10_000)],
  ])('is truncated and decided by its status: %s', async (_, rest, part) => {
    for (const [status, outcome] of [
      [200, 'success'],
      [503, 'http_error'],
    ] as const) {
      await using receiver = await pouring(`HTTP/1.1 ${status} X\r\n${rest}`, part);

      expect(await post(receiver)).toMatchObject({ outcome, statusCode: status });
      await vi.waitFor(() => expect(receiver.open()).toBe(0));
      expect(receiver.sent()).toBeLessThan(FEW_MEGABYTES);
    }
  });

  it('is read up to 16 KB and no further', async () => {
    await using receiver = await respondingWith(`HTTP/1.1 500 X\r\n\r\n${'a'.repeat(16_384)}`, 'stall');

    expect(await post(receiver)).toMatchObject({ statusCode: 500, responseText: 'a'.repeat(512) });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });
});

describe('a compressed bomb', () => {
  const bombs = {
    gzip: gzipSync(Buffer.alloc(50_000_000)),
    br: brotliCompressSync(Buffer.alloc(50_000_000)),
  };

  it.each(['gzip', 'br', 'gzip, gzip', 'deflate', 'x-unknown'] as const)(
    'is not decompressed and has no text: %s',
    async (encoding) => {
      const bomb = encoding === 'br' ? bombs.br : bombs.gzip;
      const head = `HTTP/1.1 500 X\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`;
      await using receiver = await respondingWith(Buffer.concat([Buffer.from(head), bomb]), 'stall');
      const before = process.memoryUsage().arrayBuffers;

      expect(await post(receiver)).toMatchObject({ outcome: 'http_error', responseText: null });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
    },
  );
});

describe('a response that arrives byte by byte', () => {
  const short = { total: 300, connect: 200 };

  it.each([
    ['a status line', '', '\r\n'],
    ['100 responses', '', 'HTTP/1.1 100 X\r\n\r\n'],
    ['103 responses', '', 'HTTP/1.1 103 X\r\n\r\n'],
  ])('is a timeout at the deadline without a status: %s', async (_, head, part) => {
    await using receiver = await dripping(head, part);

    expect(await post(receiver, makeSender({ timeouts: short }))).toMatchObject({
      outcome: 'timeout',
      statusCode: null,
    });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });

  it.each([
    ['headers', '', 'x-a: b\r\n'],
    ['a header value', 'x-a: ', 'b'],
    ['a body', 'content-length: 1000\r\n\r\n', 'a'],
    ['a body of chunks', 'transfer-encoding: chunked\r\n\r\n', '1\r\na\r\n'],
    ['a chunk size', 'transfer-encoding: chunked\r\n\r\n', '0'],
    ['trailers', 'transfer-encoding: chunked\r\n\r\n0\r\n', 'x-a: b\r\n'],
  ])('is decided by its status at the deadline: %s', async (_, head, part) => {
    await using receiver = await dripping(`HTTP/1.1 200 OK\r\n${head}`, part);
    const result = await post(receiver, makeSender({ timeouts: short }));

    expect(result).toMatchObject({ outcome: 'success', statusCode: 200 });
    expect(result.durationMs).toBeGreaterThanOrEqual(short.total - 5);
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });
});

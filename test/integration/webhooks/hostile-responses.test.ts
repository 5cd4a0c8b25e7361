import { describe, expect, it, vi } from 'vitest';
import { respondingWith, useSenderFixture } from '#test/support/fixtures/webhooks/receiver-socket-fixture.ts';
import { startReceiverServer, startReceiverSocket } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const { makeSender, post } = useSenderFixture({ total: 10_000, connect: 5000 });

const NOT_HTTP = 'The response is not valid HTTP.';
const CLOSED = 'The connection was closed before a response arrived.';
const ok = 'HTTP/1.1 200 OK\r\n';
const empty = 'content-length: 0\r\n\r\n';
const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('a response that is not HTTP', () => {
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['a web page without a head', '<html><body>hello</body></html>'],
    ['a radio station', 'ICY 200 OK\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['zero bytes', Buffer.alloc(4000)],
    ['a status of four digits', `HTTP/1.1 2000 OK\r\n${empty}`],
    ['status 000', `HTTP/1.1 000 X\r\n${empty}`],
    ['status 099', `HTTP/1.1 099 X\r\n${empty}`],
    ['a switch of protocols', 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['a switch of protocols to none', `HTTP/1.1 101 X\r\n\r\n${ok}${empty}`],
  ])('is a network error with its reason: %s', async (_, text) => {
    await using receiver = await respondingWith(text, 'stall');

    expect(await post(receiver)).toMatchObject({
      outcome: 'network_error',
      statusCode: null,
      error: NOT_HTTP,
    });
    await vi.waitFor(() => expect(receiver.open()).toBe(0));
  });
});

describe('a response whose status line is complete', () => {
  const odd = [
    ['a bad header', 'bad header\r\n\r\n'],
    ['a folded header', `x-a: b\r\n c\r\n${empty}`],
    ['a zero byte in a header', `x-a: b\0c\r\n${empty}`],
    ['a line end without CR', 'content-length: 0\n\n'],
    ['a negative content length', 'content-length: -1\r\n\r\n'],
    ['a content length beyond 64 bits', 'content-length: 99999999999999999999\r\n\r\n'],
    ['two content lengths', 'content-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a list of content lengths', 'content-length: 1, 2\r\n\r\nab'],
    ['a content length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['headers without an end', 'x-a: b\r\n'],
  ] as const;

  it.each(odd)('is decided by its status, and its connection is not used again: %s', async (_, rest) => {
    for (const next of ['end', 'reset', 'stall'] as const) {
      await using receiver = await respondingWith(`HTTP/1.1 503 X\r\nretry-after: 7\r\n${rest}`, next);
      const sender = makeSender({ timeouts: { total: 500, connect: 400 } });

      expect(await post(receiver, sender)).toMatchObject({
        outcome: 'http_error',
        statusCode: 503,
        retryAfter: '7',
      });
      await vi.waitFor(() => expect(receiver.open()).toBe(0));
    }
  });

  it('keeps the text of its body, unless its coding is not certain', async () => {
    const text = (headers: string) => `HTTP/1.1 500 X\r\n${headers}content-length: 4\r\n\r\ntext`;
    await using repeated = await respondingWith(text('content-length: 4\r\n'));
    await using coded = await respondingWith(text('transfer-encoding: chunked\r\n'));

    expect(await post(repeated)).toMatchObject({ statusCode: 500, responseText: 'text' });
    expect(await post(coded)).toMatchObject({ statusCode: 500, responseText: null });
  });

  it('ignores a header that is cut', async () => {
    await using receiver = await respondingWith('HTTP/1.1 503 X\r\nretry-after: 36');

    expect(await post(receiver)).toMatchObject({ statusCode: 503, retryAfter: null });
  });
});

describe('a response that is aborted before its body', () => {
  it.each([
    ['without a byte', ''],
    ['after a lone line end', '\r\n'],
    ['inside the status line', 'HTTP/1.1 20'],
    ['after an informational one', early],
    ['after 100 Continue', goOn],
  ])('is a network error: %s', async (_, text) => {
    for (const next of ['end', 'reset'] as const) {
      await using receiver = await respondingWith(text, next);

      expect(await post(receiver)).toMatchObject({
        outcome: 'network_error',
        statusCode: null,
        error: CLOSED,
      });
    }
  });
});

describe('a response that is aborted inside its body', () => {
  // The status line decides about the outcome, whatever follows it (docs/specification/webhooks.md#receiver-responses).
  it.each([
    ['reset', 'content-length: 100\r\n\r\npart'],
    ['end', 'content-length: 100\r\n\r\npart'],
    ['reset', 'transfer-encoding: chunked\r\n\r\n4\r\npart\r\n'],
    ['end', 'transfer-encoding: chunked\r\n\r\n4\r\npart\r\n'],
    ['end', 'transfer-encoding: chunked\r\n\r\n4\r\npart\r\nzz\r\n'],
    ['end', 'transfer-encoding: chunked\r\n\r\n4\r\npart\r\n-1\r\nx'],
    ['end', 'transfer-encoding: chunked\r\n\r\n4\r\npart\r\nffffffffffffffffff\r\nx'],
    ['end', 'content-length: 4\r\n\r\npart, and more than was promised'],
  ] as const)('is decided by its status (%s, %j)', async (next, rest) => {
    await using taking = await respondingWith(ok + rest, next);
    await using rejecting = await respondingWith(`HTTP/1.1 500 X\r\n${rest}`, next);

    expect(await post(taking)).toMatchObject({ outcome: 'success', statusCode: 200, error: null });
    expect(await post(rejecting)).toMatchObject({
      outcome: 'http_error',
      statusCode: 500,
      responseText: 'part',
    });
  });
});

describe('informational responses', () => {
  it.each([
    ['103', early],
    ['102 and 199', 'HTTP/1.1 102 X\r\n\r\nHTTP/1.1 199 X\r\n\r\n'],
    ['100 without a request for it', goOn],
    ['100 after a line end, with a header', '\r\nHTTP/1.1 100 X\r\nx-a: b\r\n\r\n'],
    ['many of them', (goOn + early).repeat(50)],
  ])('are skipped: %s', async (_, text) => {
    await using receiver = await respondingWith(`${text}${ok}${empty}`);

    expect(await post(receiver)).toMatchObject({ outcome: 'success', statusCode: 200 });
  });

  it('are skipped byte by byte, and a body that looks like one is unchanged', async () => {
    const text = `${goOn}${early}${goOn}HTTP/1.1 500 X\r\ncontent-length: 12\r\n\r\nHTTP/1.1 100`;
    await using receiver = await startReceiverSocket((socket) => {
      socket.setNoDelay(true).once('data', () => {
        let at = 0;
        const write = (): void => {
          if (at < text.length) socket.write(text.charAt(at++), () => setImmediate(write));
        };
        write();
      });
    });

    expect(await post(receiver)).toMatchObject({
      outcome: 'http_error',
      statusCode: 500,
      responseText: 'HTTP/1.1 100',
    });
  });

  it.each([goOn, early])('are no final response: %j and then nothing is a timeout', async (text) => {
    await using receiver = await respondingWith(text, 'stall');

    const sender = makeSender({ timeouts: { total: 300, connect: 200 } });
    expect(await post(receiver, sender)).toMatchObject({ outcome: 'timeout', statusCode: null });
  });
});

describe('a response that may not have a body', () => {
  it.each([
    [204, 'content-length: 5\r\n\r\nhello', 'success'],
    [204, 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'success'],
    [204, '\r\nhello', 'success'],
    [304, 'content-length: 5\r\n\r\nhello', 'redirect'],
    [304, 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'redirect'],
  ])('is decided by %i even with a body (%j), which is not read', async (statusCode, rest, outcome) => {
    await using receiver = await respondingWith(`HTTP/1.1 ${statusCode} X\r\n${rest}`, 'stall');

    expect(await post(receiver)).toMatchObject({ outcome, statusCode, responseText: null });
  });
});

describe('a response with unusual headers', () => {
  it.each([
    ['an offer of another protocol', 'upgrade: h2,h2c\r\nconnection: Upgrade, Keep-Alive\r\n'],
    ['an offer of HTTP/3', 'alt-svc: h3=":443"\r\n'],
    ['bytes beyond ASCII', 'x-a: gr\u00fcn\r\n'],
    ['an empty value', 'x-a:\r\n'],
    ['four thousand short headers', 'a: b\r\n'.repeat(4000)],
  ])('is decided by its status: %s', async (_, headers) => {
    await using receiver = await respondingWith(`${ok}${headers}${empty}`);

    expect(await post(receiver)).toMatchObject({ outcome: 'success', statusCode: 200 });
  });

  it('has a Retry-After after four thousand other headers', async () => {
    await using receiver = await respondingWith(
      `HTTP/1.1 503 X\r\n${'a: b\r\n'.repeat(4000)}retry-after: 7\r\n${empty}`,
    );

    expect(await post(receiver)).toMatchObject({ statusCode: 503, retryAfter: '7' });
  });
});

describe('a receiver that responds early', () => {
  it('is decided by its response when it reads half of a long request and keeps its side open', async () => {
    await using receiver = await startReceiverSocket((socket) => {
      socket.once('data', () => socket.pause().write(`HTTP/1.1 413 X\r\n${empty}`));
    });
    const result = await makeSender().send({
      url: receiver.url,
      headers: {},
      body: Buffer.alloc(20_000_000),
    });

    expect(result).toMatchObject({ outcome: 'http_error', statusCode: 413 });
  });

  it('is decided by its response when it has closed its side as well', async () => {
    await using receiver = await startReceiverServer((response) => {
      response.writeHead(200, { connection: 'close' }).end('stored');
    });

    expect(await post(receiver)).toMatchObject({ outcome: 'success' });
  });
});

describe('the customer', () => {
  it.each([
    [304, 'The receiver responded with 304 Not Modified; only a 2xx status counts as delivered.'],
    [300, 'The receiver responded with 300 Multiple Choices; only a 2xx status counts as delivered.'],
    [404, 'The receiver responded with 404 Not Found.'],
    [499, 'The receiver responded with 499.'],
    [600, 'The receiver responded with 600, which is not a valid HTTP status.'],
    [999, 'The receiver responded with 999, which is not a valid HTTP status.'],
  ])('sees after %i the reason %s', async (status, error) => {
    await using receiver = await respondingWith(`HTTP/1.1 ${status} X\r\n${empty}`);

    expect((await post(receiver)).error).toBe(error);
  });
});

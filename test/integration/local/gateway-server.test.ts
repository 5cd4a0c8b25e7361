import { once } from 'node:events';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Gateway } from '#local/gateway/gateway-server.ts';

const cors = {
  origins: ['*'],
  methods: ['GET'],
  headers: ['x-api-key'],
  exposed: [],
  maxAgeSeconds: 60,
  credentials: false,
};

describe('gateway server', () => {
  let gateway: Gateway;
  let events: APIGatewayProxyEventV2[] = [];

  beforeAll(async () => {
    gateway = await startGateway({ port: 0, now: Date.now, log: () => {} });
  });
  afterAll(() => gateway.stop());

  function answering(result: () => unknown): void {
    events = [];
    gateway.serve({
      apis: [
        {
          serves: 'api',
          routes: [
            { routeKey: '$default', functionName: 'fallback' },
            { routeKey: 'ANY /things/{thing}', functionName: 'things' },
          ],
          cors,
          throttles: { usual: undefined, routes: {} },
        },
      ],
      hosts: { serves: () => true },
      throttling: false,
      invoke: async (_functionName, event) => {
        const parsed: APIGatewayProxyEventV2 = JSON.parse(event);
        events.push(parsed);
        return JSON.stringify(await result());
      },
    });
  }

  async function problem(response: Response): Promise<Record<string, unknown>> {
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const body: Record<string, unknown> = JSON.parse(await response.text());
    expect(body['request_id']).toBe(response.headers.get('apigw-requestid'));
    expect(body['type']).toBe(`${gateway.baseUrl}/docs/errors#${String(body['code'])}`);
    return body;
  }

  it('returns 503 until it serves', async () => {
    const early = await startGateway({ port: 0, now: Date.now, log: () => {} });
    const response = await fetch(early.baseUrl);
    await early.stop();

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'temporarily_unavailable' });
  });

  it('passes status, headers, cookies and body of the function through', async () => {
    answering(() => ({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', ETag: '"1"', 'Content-Length': '999', 'X-Number': 7 },
      cookies: ['a=1', 'b=2'],
      body: '{"ok":true}',
    }));
    const response = await fetch(`${gateway.baseUrl}/things/1`, { method: 'POST', body: '{}' });

    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.get('x-number')).toBe('7');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('apigw-requestid')).toBe(events[0]?.requestContext.requestId);
    expect(await response.text()).toBe('{"ok":true}');
  });

  it('decodes base64 bodies', async () => {
    answering(() => ({
      statusCode: 200,
      body: Buffer.from([0, 255]).toString('base64'),
      isBase64Encoded: true,
    }));

    const response = await fetch(gateway.baseUrl);

    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
  });

  it('accepts results of 6 MB as Lambda measures them, and returns 503 for larger ones', async () => {
    const most = 6 * 1024 * 1024;
    const around = JSON.stringify({ statusCode: 200, body: '' }).length;
    answering(() => ({ statusCode: 200, body: 'x'.repeat(most - around) }));
    expect((await fetch(`${gateway.baseUrl}/things/1`)).status).toBe(200);

    // One byte more, and the same as quotation marks, which are escaped.
    for (const body of ['x'.repeat(most - around + 1), '"'.repeat((most - around) / 2 + 1)]) {
      answering(() => ({ statusCode: 200, body }));
      const response = await fetch(`${gateway.baseUrl}/things/1`);
      expect(response.status).toBe(503);
      expect(await problem(response)).toMatchObject({ code: 'temporarily_unavailable' });
    }
  });

  it('treats a result without a status code as the JSON body of a 200', async () => {
    answering(() => ({ hello: 'world' }));

    const response = await fetch(gateway.baseUrl);

    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ hello: 'world' });
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])(
    'passes %s to the function',
    async (method) => {
      answering(() => ({ statusCode: 204 }));

      const response = await fetch(`${gateway.baseUrl}/things/7?x=1`, { method });

      expect(response.status).toBe(204);
      expect(events[0]).toMatchObject({
        routeKey: 'ANY /things/{thing}',
        pathParameters: { thing: '7' },
        rawQueryString: 'x=1',
        requestContext: { http: { method } },
      });
    },
  );

  it.each([
    ['HEAD', '7'],
    ['GET', '0'],
  ])('sends for %s the length %s of a bodiless result that states 7 bytes', async (method, length) => {
    answering(() => ({ statusCode: 200, headers: { 'Content-Length': '7' } }));

    const response = await fetch(`${gateway.baseUrl}/things/7`, { method });

    expect(response.headers.get('content-length')).toBe(length);
  });

  it.each([
    ['application/json', '{"a":1}', '{"a":1}'],
    ['nonsense', 'text', 'dGV4dA=='],
    ['', 'text', 'dGV4dA=='],
  ])('passes the body through whatever the content type is: "%s"', async (contentType, sent, body) => {
    answering(() => ({ statusCode: 204 }));

    const status = await rawStatus(
      `POST /things/7 HTTP/1.1\r\nhost: local\r\n${contentType === '' ? '' : `content-type: ${contentType}\r\n`}content-length: ${sent.length}\r\nconnection: close\r\n\r\n${sent}`,
    );

    expect(status).toBe('204');
    expect(events[0]?.body).toBe(body);
  });

  it('passes a malformed URL to the function behind $default', async () => {
    answering(() => ({ statusCode: 404 }));

    expect(await rawStatus('GET /%zz HTTP/1.1\r\nhost: local\r\nconnection: close\r\n\r\n')).toBe('404');
    expect(events[0]).toMatchObject({ routeKey: '$default', rawPath: '/%zz' });
  });

  async function rawStatus(request: string): Promise<string | undefined> {
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(request);
    await once(socket, 'close');
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  }

  it.each([
    ['over 10 MB', 10 * 1024 * 1024 + 1],
    ['that makes an event over 6 MB', 7 * 1024 * 1024],
  ])('rejects a body %s with a problem document', async (_situation, size) => {
    answering(() => ({ statusCode: 204 }));

    const response = await fetch(`${gateway.baseUrl}/things/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(size),
    });

    expect(response.status).toBe(413);
    expect(await problem(response)).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(events).toEqual([]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('out of time'))],
    ['returns nonsense', () => ({ statusCode: 'many' })],
    ['returns a header that HTTP does not allow', () => ({ statusCode: 200, headers: { 'x-a': 'a\nb' } })],
  ])('returns 503 when the function %s', async (_situation, result) => {
    answering(result);

    const response = await fetch(gateway.baseUrl);

    expect(response.status).toBe(503);
    expect(await problem(response)).toMatchObject({ code: 'temporarily_unavailable' });
  });

  it('responds to preflights itself', async () => {
    answering(() => ({ statusCode: 500 }));

    const response = await fetch(`${gateway.baseUrl}/things/1`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe('x-api-key');
    expect(events).toEqual([]);
  });

  it.each([
    [
      'headers beyond the limit',
      `GET / HTTP/1.1\r\nhost: local\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  ])('returns %s with a problem document', async (_situation, text, status, code) => {
    const socket = connect(gateway.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');

    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({
      status,
      code,
      instance: expect.stringMatching(/^urn:request:/u),
    });
  });

  it('reports a port that is in use in one line', async () => {
    await expect(startGateway({ port: gateway.port, now: Date.now, log: () => {} })).rejects.toThrow(
      `port ${gateway.port} is already in use`,
    );
  });
});

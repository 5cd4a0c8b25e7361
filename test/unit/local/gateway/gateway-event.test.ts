import { describe, expect, it } from 'vitest';
import { toGatewayEvent, type GatewayRequest } from '#local/gateway/gateway-event.ts';

const request: GatewayRequest = {
  method: 'POST',
  target: '/things/a%20b?x=1&x=2&name=Ada+L&empty',
  rawHeaders: [],
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
  port: 3000,
  requestId: 'request-1',
  receivedAt: Date.UTC(2026, 2, 12, 19, 3, 58),
};
const route = { routeKey: 'POST /things/{thing}', functionName: 'fn', pathParameters: { thing: 'a b' } };

describe('toGatewayEvent', () => {
  it('describes the request as an HTTP API does', () => {
    const event = toGatewayEvent(
      { ...request, rawHeaders: ['Host', 'localhost:3000', 'User-Agent', 'test'] },
      route,
    );

    expect(event).toEqual({
      version: '2.0',
      routeKey: 'POST /things/{thing}',
      rawPath: '/things/a b',
      rawQueryString: 'x=1&x=2&name=Ada+L&empty',
      queryStringParameters: { x: '1,2', name: 'Ada L', empty: '' },
      pathParameters: { thing: 'a b' },
      headers: {
        host: 'localhost:3000',
        'user-agent': 'test',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-port': '3000',
      },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'localhost:3000',
        domainPrefix: 'localhost:3000',
        http: {
          method: 'POST',
          path: '/things/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: 'request-1',
        routeKey: 'POST /things/{thing}',
        stage: '$default',
        time: '12/Mar/2026:19:03:58 +0000',
        timeEpoch: request.receivedAt,
      },
      isBase64Encoded: false,
    });
  });

  it('joins repeated headers, keeps cookies separate and appends to the forwarding chain', () => {
    const event = toGatewayEvent(
      {
        ...request,
        rawHeaders: [
          'X-Two',
          'a',
          'x-two',
          'b',
          'Cookie',
          'a=1; b=2',
          'Cookie',
          'c=3',
          'X-Forwarded-For',
          '9.9.9.9',
        ],
      },
      route,
    );

    expect(event.headers['x-two']).toBe('a,b');
    expect(event.headers['cookie']).toBeUndefined();
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(event.headers['x-forwarded-for']).toBe('9.9.9.9, 127.0.0.1');
  });

  it.each([
    ['application/json', '{"a":"ü"}', false],
    ['application/merge-patch+json; charset=utf-8', '{"a":"ü"}', false],
    ['text/plain', '{"a":"ü"}', false],
    ['application/x-www-form-urlencoded', 'eyJhIjoiw7wifQ==', true],
    ['image/png', 'eyJhIjoiw7wifQ==', true],
  ])('passes a body of %s as Lambda receives it', (contentType, body, isBase64Encoded) => {
    const event = toGatewayEvent(
      { ...request, rawHeaders: ['content-type', contentType], body: Buffer.from('{"a":"ü"}') },
      route,
    );

    expect(event).toMatchObject({ body, isBase64Encoded });
  });

  it('has no body, cookies, query or path parameters if the request has none', () => {
    const event = toGatewayEvent({ ...request, target: '/' }, { ...route, pathParameters: {} });

    expect(Object.keys(event)).not.toContain('body');
    expect(Object.keys(event)).not.toContain('cookies');
    expect(Object.keys(event)).not.toContain('queryStringParameters');
    expect(Object.keys(event)).not.toContain('pathParameters');
  });
});

import { describe, expect, it } from 'vitest';
import { createRouteTable } from '#local/gateway/route-table.ts';

const table = createRouteTable(
  [
    '$default',
    'ANY /things/{thing}',
    'GET /things/{thing}',
    'GET /things/special',
    'GET /{rest+}',
    'GET /things/{thing}/parts/{part}',
    'HEAD /health',
  ].map((routeKey) => ({ routeKey, functionName: `for ${routeKey}` })),
);

describe('createRouteTable', () => {
  it.each([
    ['GET', '/things/special', 'GET /things/special', {}],
    ['GET', '/things/7', 'GET /things/{thing}', { thing: '7' }],
    ['PUT', '/things/special', 'ANY /things/{thing}', { thing: 'special' }],
    [
      'GET',
      '/things/a%20b/parts/%F0%9F%98%80',
      'GET /things/{thing}/parts/{part}',
      { thing: 'a b', part: '😀' },
    ],
    ['GET', '/things/a%2Fb', 'GET /things/{thing}', { thing: 'a/b' }],
    ['GET', '/things/%E0%A4%A', 'GET /things/{thing}', { thing: '%E0%A4%A' }],
    ['GET', '/else/where', 'GET /{rest+}', { rest: 'else/where' }],
    ['GET', '/things/', 'GET /{rest+}', { rest: 'things/' }],
    ['POST', '/else', '$default', {}],
    ['HEAD', '/things/special', 'ANY /things/{thing}', { thing: 'special' }],
    ['HEAD', '/else', '$default', {}],
    ['GET', '/health', 'GET /{rest+}', { rest: 'health' }],
  ])('%s %s selects %s', (method, path, routeKey, pathParameters) => {
    expect(table.select(method, path)).toEqual({ routeKey, functionName: `for ${routeKey}`, pathParameters });
  });

  it('selects nothing if no route matches and there is no $default', () => {
    const small = createRouteTable([{ routeKey: 'GET /a', functionName: 'a' }]);

    expect(small.select('GET', '/b')).toBeUndefined();
    expect(small.select('HEAD', '/a')).toBeUndefined();
  });
});

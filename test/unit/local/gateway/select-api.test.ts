import { describe, expect, it } from 'vitest';
import { selectApis } from '#local/gateway/select-api.ts';
import type { ApiDescription } from '#local/template/platform.ts';
import { createStageHosts } from '#shared/platform/core/stage-hosts.ts';

const apiOrigins = ['http://127.0.0.1:3000', 'http://localhost:3000'];

function anApi(serves: ApiDescription['serves'], keys: readonly string[], burst: number): ApiDescription {
  return {
    serves,
    routes: keys.map((routeKey) => ({ routeKey, functionName: `${serves} ${routeKey}` })),
    cors: { origins: [serves], methods: [], headers: [], exposed: [], maxAgeSeconds: 1, credentials: false },
    throttles: { usual: { ratePerSecond: 1, burst }, routes: {} },
  };
}

const apis = [
  anApi('api', ['GET /docs', 'GET /healthz', '$default'], 1),
  anApi('pages', ['GET /{slug}', 'GET /healthz', '$default'], 2),
];

function selection(pageHost = 'http://pages.localhost:3000', throttling = true) {
  return selectApis({ apis, hosts: createStageHosts({ apiOrigins, pageHost }), throttling }, () => 0);
}

describe('selectApis', () => {
  it.each([
    ['127.0.0.1:3000', '/docs', 'api GET /docs'],
    ['LOCALHOST', '/healthz', 'api GET /healthz'],
    ['localhost:3000', '/demo', 'api $default'],
    ['pages.localhost:3000', '/demo', 'pages GET /{slug}'],
    ['pages.localhost:3000', '/healthz', 'pages GET /healthz'],
    ['links.customer.example', '/demo', 'pages GET /{slug}'],
    ['links.customer.example', '/api/v1/me', 'pages $default'],
    ['', '/a/b', 'pages $default'],
  ])('sends a request to %s for %s to %s', (host, path, functionName) => {
    expect(selection().select(host, 'GET', path)?.route.functionName).toBe(functionName);
  });

  it('finds the routes of both APIs on a host that both have', () => {
    const { select } = selection('http://localhost:3000');
    const at = (path: string) => select('localhost:3000', 'GET', path)?.route.functionName;

    expect(['/docs', '/demo', '/healthz', '/a/b'].map(at)).toEqual([
      'api GET /docs',
      'pages GET /{slug}',
      'api GET /healthz',
      'api $default',
    ]);
  });

  it('gives each API tokens of its own for the same route', () => {
    const { select } = selection();
    const passes = (host: string) => select(host, 'GET', '/healthz')?.hasCapacity();

    expect([passes('localhost'), passes('localhost')]).toEqual([true, false]);
    expect([1, 2, 3].map(() => passes('pages.localhost'))).toEqual([true, true, false]);
  });

  it('throttles nothing if the setting is off', () => {
    const { select } = selection(undefined, false);

    expect([1, 2].map(() => select('localhost', 'GET', '/docs')?.hasCapacity())).toEqual([true, true]);
  });

  it('has the CORS rules of the API of the host', () => {
    const { corsOf } = selection();

    expect([corsOf('localhost')?.origins, corsOf('otherbox')?.origins]).toEqual([['api'], ['pages']]);
  });
});

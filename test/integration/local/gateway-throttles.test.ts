import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type Gateway } from '#local/gateway/gateway-server.ts';
import type { ApiDescription, RouteDescription, ThrottlesDescription } from '#local/template/platform.ts';
import { readPlatform } from '#local/template/read-platform.ts';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { templatesOf } from '#test/infra/synthesized.ts';
import { requireDocumented } from '#test/support/fixtures/platform/conformance.ts';

const things = { routeKey: 'GET /things', functionName: 'things' };
const pages = { routeKey: 'GET /pages/{page}', functionName: 'pages' };
const document = readOpenApi();
const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => ({ path, method: method.toUpperCase() })),
);

describe('gateway of a throttled stage', () => {
  let clock = 0;
  let gateway: Gateway;
  let invoked: string[] = [];

  beforeAll(async () => {
    gateway = await startGateway({ port: 0, now: () => clock, log: () => {} });
  });
  beforeEach(() => {
    invoked = [];
  });
  afterAll(() => gateway.stop());

  function serve(
    throttles: ThrottlesDescription | undefined,
    routes: readonly RouteDescription[] = [things, pages],
  ) {
    const usual = { usual: undefined, routes: {} };
    gateway.serve({
      apis: [{ serves: 'api', routes, cors: undefined, throttles: throttles ?? usual }],
      hosts: { serves: () => true },
      throttling: throttles !== undefined,
      invoke: async (functionName) => {
        invoked.push(functionName);
        return '{"statusCode":204}';
      },
    });
  }

  function ask(path: string, method = 'GET'): Promise<Response> {
    return fetch(gateway.baseUrl + path.replaceAll(/\{\w+\}/gu, 'x'), { method });
  }

  /** How many of a number of requests in a row are accepted. */
  async function passing(path: string, requests: number): Promise<number> {
    let passed = 0;
    for (let each = 0; each < requests; each += 1) if ((await ask(path)).status !== 429) passed += 1;
    return passed;
  }

  it('accepts the burst of a route and returns 429 for the rest as API Gateway does', async () => {
    serve({ usual: { ratePerSecond: 2, burst: 3 }, routes: {} });

    expect(await passing('/things', 3)).toBe(3);
    const rejected = await ask('/things');

    expect(rejected.status).toBe(429);
    expect(await rejected.text()).toBe('{"message":"Too Many Requests"}');
    expect(rejected.headers.get('content-type')).toBe('application/json');
    expect(rejected.headers.get('apigw-requestid')).toMatch(/./u);
    for (const absent of ['retry-after', 'x-request-id']) expect(rejected.headers.has(absent)).toBe(false);
    expect(invoked).toEqual(['things', 'things', 'things']);
  });

  it('gives every route its own bucket', async () => {
    serve({
      usual: { ratePerSecond: 2, burst: 3 },
      routes: { [pages.routeKey]: { ratePerSecond: 1, burst: 2 } },
    });

    expect(await passing('/things', 5)).toBe(3);
    expect(await passing('/pages/1', 1)).toBe(1);
    expect(await passing('/pages/2', 5)).toBe(1);
  });

  it('fills the bucket at the rate, up to the burst', async () => {
    serve({ usual: { ratePerSecond: 2, burst: 3 }, routes: {} });
    await passing('/things', 4);

    clock += 400;
    expect(await passing('/things', 1)).toBe(0);
    clock += 100;
    expect(await passing('/things', 2)).toBe(1);
    clock += 3_600_000;
    expect(await passing('/things', 5)).toBe(3);
    // A clock that is set back neither adds nor removes capacity.
    clock -= 1000;
    expect(await passing('/things', 1)).toBe(0);
    clock += 500;
    expect(await passing('/things', 2)).toBe(1);
  });

  it('throttles nothing without settings', async () => {
    serve(undefined);
    expect(await passing('/things', 20)).toBe(20);
    serve({ usual: undefined, routes: { [pages.routeKey]: { ratePerSecond: 0, burst: 0 } } });
    expect(await passing('/things', 20)).toBe(20);
    expect(await passing('/pages/1', 1)).toBe(0);
  });

  describe('of the template of dev', () => {
    let apis: readonly ApiDescription[];

    beforeAll(() => {
      apis = readPlatform(templatesOf('dev'), { queueUrl: String, apiUrl: '' }).apis;
    });

    const apiOf = (serves: ApiDescription['serves']) => apis.find((api) => api.serves === serves);

    it('accepts the rate of each API', async () => {
      serve(apiOf('api')?.throttles, apiOf('api')?.routes);
      expect(await passing('/healthz', 110)).toBe(100);
      serve(apiOf('pages')?.throttles, apiOf('pages')?.routes);
      expect(await passing('/healthz', 70)).toBe(60);
      expect(await passing('/demo', 25)).toBe(20);
    });

    it.each(documented)('rejects $method $path with a documented 429', async ({ path, method }) => {
      serve(
        { usual: { ratePerSecond: 0, burst: 0 }, routes: {} },
        apis.flatMap(({ routes }) => routes),
      );

      const response = await ask(path, method);
      const text = (await response.text()) || undefined;

      expect(response.status).toBe(429);
      const received = { status: 429, headers: Object.fromEntries(response.headers), text };
      requireDocumented(method, path, received);
    });
  });
});

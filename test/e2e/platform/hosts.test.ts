import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';

describe('the hosts of the local stack', () => {
  // A stack of its own, because of the setting.
  let stack: RunningStack;

  beforeAll(async () => {
    stack = await startStack({ env: { LOCAL_HOSTS: 'mybox, proxy.example:8443' } });
  });

  afterAll(() => stack?.discard());

  async function at(host: string, path: string) {
    const { statusCode, headers, body } = await request(`${stack.baseUrl}${path}`, { headers: { host } });
    const text = await body.text();
    const isProblem = headers['content-type'] === 'application/problem+json';
    return { status: statusCode, text, problem: isProblem ? JSON.parse(text) : undefined };
  }

  it.each(['127.0.0.1', 'localhost:1', '[::1]:3000', 'MYBOX', 'proxy.example'])(
    'serve the API, its documents and the console at %s, and no page',
    async (host) => {
      for (const path of ['/docs', '/openapi.json', '/llms.txt', '/console', '/', '/healthz'])
        expect([path, (await at(host, path)).status]).toEqual([path, 200]);
      expect((await at(host, '/demo')).problem).toMatchObject({ code: 'route_not_found' });
    },
  );

  it('serve pages and nothing else at pages.localhost and at the domain of the demo', async () => {
    expect(stack.pagesUrl).toBe(stack.baseUrl.replace('127.0.0.1', 'pages.localhost'));
    expect(stack.pageUrl).toBe(`${stack.pagesUrl}/demo`);
    expect((await at('pages.localhost:1', '/demo')).text).toContain('Ada Lovelace');
    for (const host of ['pages.localhost', 'links.localhost', 'otherbox'])
      for (const path of [
        '/docs',
        '/openapi.json',
        '/llms.txt',
        '/console',
        '/',
        '/api/v1/me',
        '/nothing/here',
      ])
        expect([host, path, (await at(host, path)).problem?.code]).toEqual([host, path, 'route_not_found']);
    expect((await at('links.localhost', '/healthz')).status).toBe(200);
  });

  it.each([
    ['127.0.0.1', ['/demo', '/demo/qr.svg', '/robots.txt', '/assets/fonts/none.woff2'], 'serves no pages'],
    ['pages.localhost', ['/api/v1/me', '/docs', '/mcp', '/console/posts'], 'does not serve the API'],
    ['links.localhost', ['/api/v1/me', '/docs', '/mcp', '/console/posts'], 'does not serve the API'],
    ['otherbox', ['/os/api/x/posts', '/openapi.yaml'], 'does not serve the API'],
  ])('answer at %s for paths of the other API as before, with a host to use', async (host, paths, hint) => {
    for (const path of paths) {
      const { status, problem } = await at(host, path);

      expect([path, status, problem?.code, problem?.detail]).toEqual([
        path,
        404,
        'route_not_found',
        expect.stringContaining(hint),
      ]);
    }
  });

  it('answer operations of both APIs everywhere, and the rest of each API only there', async () => {
    const callback = '/oauth/callback/linkedin';
    for (const host of ['127.0.0.1', 'pages.localhost', 'links.localhost', 'otherbox']) {
      expect([host, (await at(host, '/healthz')).status]).toEqual([host, 200]);
      expect([host, (await at(host, callback)).status]).toEqual([host, 303]);
    }
    // A page of a host that nobody has connected is a page that does not exist, not a path of the API.
    const unknown = await at('otherbox', '/demo');
    expect([unknown.status, unknown.problem, unknown.text.includes('<html')]).toEqual([404, undefined, true]);
    expect((await at('links.localhost', '/robots.txt')).text).toContain('links.localhost');
  });

  it('allow requests of other origins at each host, and reject a wrong method by the routes of the host', async () => {
    for (const host of ['127.0.0.1', 'pages.localhost', 'links.localhost']) {
      const preflight = await request(`${stack.baseUrl}/healthz`, {
        method: 'OPTIONS',
        headers: { host, origin: 'https://shop.example', 'access-control-request-method': 'GET' },
      });
      await preflight.body.dump();
      expect([host, preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
        host,
        204,
        '*',
      ]);
      const wrong = await request(`${stack.baseUrl}/healthz`, { method: 'DELETE', headers: { host } });
      await wrong.body.dump();
      expect([host, wrong.statusCode, wrong.headers['allow']]).toEqual([host, 405, 'GET, HEAD']);
    }
  });

  it('name the setting that adds a host', async () => {
    expect((await at('otherbox:3000', '/api/v1/me')).problem).toMatchObject({
      status: 404,
      type: `${stack.baseUrl}/docs/errors#route_not_found`,
      detail: expect.stringContaining('`LOCAL_HOSTS`'),
    });
  });
});

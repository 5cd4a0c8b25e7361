import { describe, expect } from 'vitest';
import { routeLoader } from '#functions/platform/route-not-found/load-routes.ts';
import { OPERATIONS } from '#functions/registry.ts';
import { type DeployedFiles, deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { it, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

const id = '01980000-0000-7000-8000-0000000000ff';

describe('route-not-found, a path without an operation', () => {
  it.each([
    '/',
    '/nothing/here',
    '/api/v1/workspace-webhooks/',
    `/api/v1/workspace-webhooks/${id}/deliveries/${id}/more`,
    '/api/v1/workspace-webhooks//deliveries',
    '/API/v1/me',
    '/api/v1/me%00',
  ])('returns 404 for %s', async (path, api) => {
    expect(await api.call('route-not-found', { path, key: null })).toMatchObject({
      status: 404,
      headers: { 'Content-Type': 'application/problem+json' },
      body: { code: 'route_not_found' },
    });
  });

  it('returns 404, not a 405 that allows the same method, for a path that is known only after decoding', async () => {
    const api = await startMemoryApi();

    expect(await api.call('route-not-found', { method: 'GET', path: '/api/v1/me' })).toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    });
  });

  it.each([
    ['/api/v1/salesbot/contacts/', 'Remove the slash at its end'],
    ['//api/v1/salesbot/contacts', 'Remove the second of two slashes'],
    [`/api/v1/workspace-webhooks//${id}`, 'Remove the second of two slashes'],
    ['/mcp/', 'Remove the slash at its end'],
    ['//api/v1//me//', 'Remove the second of two slashes'],
    ['/nothing/here/', 'Compare the path with the API reference'],
    ['/api/v1/nothing', 'Compare the path with the API reference'],
    ['/API/v1/me/', 'Compare the path with the API reference'],
  ])('says about %s what is wrong with it: %s', async (path, hint, api) => {
    const { status, body } = await api.call('route-not-found', { method: 'POST', path, key: null });

    expect([status, body.code, body.detail]).toEqual([404, 'route_not_found', expect.stringContaining(hint)]);
  });

  it('never repeats the path', async (api) => {
    expect((await api.call('route-not-found', { path: '/<script>' })).text).not.toContain('script');
  });
});

describe('route-not-found, a browser at an unknown path', () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each([
    ['api.example.com', true],
    ['pages.example.com', false],
    ['links.customer.example', false],
  ])('gets a page on %s, which names the platform: %s', async (host, isNamed, api) => {
    const answer = await api.call('route-not-found', { path: '/nothing/here', host, key: null, headers });

    expect(answer).toMatchObject({
      status: 404,
      headers: { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept', 'X-Robots-Tag': 'noindex' },
    });
    expect(answer.text).toContain('<h1>Page not found</h1>');
    expect(answer.text?.includes('Workspace platform')).toBe(isNamed);
  });

  it.each([
    ['a program that accepts anything', { accept: '*/*' }, '/nothing', 'GET'],
    ['a program without preferences', {}, '/nothing', 'GET'],
    ['a browser that sends a form', headers, '/nothing', 'POST'],
    ['a browser at a path of the API', headers, '/api/v1/me/', 'GET'],
  ])('does not change the problem document of %s', async (_, sent, path, method, api) => {
    const answer = await api.call('route-not-found', { path, method, key: null, headers: sent });

    expect(answer).toMatchObject({
      status: 404,
      headers: { 'Content-Type': 'application/problem+json', Vary: 'Accept' },
      body: { code: 'route_not_found' },
    });
  });

  it('gets no path in the page', async (api) => {
    expect((await api.call('route-not-found', { path: '/<svg>', key: null, headers })).text).not.toContain(
      'svg>',
    );
  });
});

describe('route-not-found, a page address with a trailing slash', () => {
  it.each([
    ['GET', '/ada/', {}, '/ada'],
    ['HEAD', '/Ada_L-1/', {}, '/Ada_L-1'],
    ['GET', '/ada/', { utm_source: 'x y' }, '/ada?utm_source=x+y'],
    ['GET', '/console/', {}, '/console'],
  ])('redirects %s %s with %j to the page', async (method, path, query, location, api) => {
    const host = path === '/console/' ? 'api.example.com' : 'pages.example.com';
    const request = { method, path, query, host, key: null };

    expect(await api.call('route-not-found', request)).toMatchObject({
      status: 308,
      headers: { Location: location },
    });
  });

  it.each([
    ['POST', '/ada/'],
    ['GET', '/api/'],
    ['GET', '/ada//'],
    ['GET', '//evil.example/'],
    ['GET', '/\\evil.example/'],
    ['GET', '/%5Cevil.example/'],
    ['GET', '/console/'],
  ])('does not redirect %s %s', async (method, path, api) => {
    expect(
      (await api.call('route-not-found', { method, path, host: 'pages.example.com', key: null })).status,
    ).toBe(404);
  });
});

describe('route-not-found, a path of another host', () => {
  it.each([
    ['GET', '/ada', 'api.example.com', 'This host serves no pages. Use https://pages.example.com'],
    ['POST', '/ada/unlock', 'x1.execute-api.example.com', 'This host serves no pages.'],
    ['HEAD', '/robots.txt', 'api.example.com', 'This host serves no pages.'],
    [
      'GET',
      '/api/v1/me',
      'pages.example.com',
      'This host does not serve the API. Use https://api.example.com.',
    ],
    ['GET', '/docs', 'links.customer.example', 'This host does not serve the API.'],
    ['GET', '/mcp', 'links.customer.example', 'This host does not serve the API.'],
    ['GET', '/console/posts', 'pages.example.com', 'This host does not serve the API.'],
  ])('names a host to use for %s %s at %s', async (method, path, host, hint, api) => {
    const { status, body, text } = await api.call('route-not-found', { method, path, host, key: null });

    expect(status).toBe(404);
    if (method !== 'HEAD')
      expect([body.code, body.detail]).toEqual(['route_not_found', expect.stringContaining(hint)]);
    else expect(text ?? '').toBe('');
  });
});

describe('route-not-found, a path under another method (RFC 9110, 15.5.6)', () => {
  it.each([
    ['DELETE', '/api/v1/me', 'GET'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/any-page', 'GET, HEAD'],
    ['GET', '/api/v1/salesbot/events', 'POST'],
    ['PUT', '/any-page/unlock', 'GET, HEAD, POST'],
    ['TRACE', '/api/v1/me', 'GET'],
    // It also has the form of `/{endpoint}`, whose methods would all return 404 here.
    ['POST', '/api/v1/workspace-webhooks/events', 'GET, HEAD'],
  ])('returns 405 for %s %s and allows %s', async (method, path, allow, api) => {
    const host = path.startsWith('/any-page') ? 'pages.example.com' : 'api.example.com';

    expect(await api.call('route-not-found', { method, path, host })).toMatchObject({
      status: 405,
      headers: { Allow: allow },
      body: { code: 'method_not_allowed', allowed_methods: allow.split(', ') },
    });
  });

  it.each([
    ['GET', '/ada/', 'api.example.com'],
    ['DELETE', '/any-page', 'api.example.com'],
    ['DELETE', '/api/v1/me', 'pages.example.com'],
    ['DELETE', '/api/v1/me', 'links.customer.example'],
    // A page cannot have this slug, although its URL has the form of a page.
    ['DELETE', '/docs', 'links.customer.example'],
    ['POST', '/console', 'pages.example.com'],
  ])('returns 404 for %s %s at %s, where the path does not exist', async (method, path, host, api) => {
    expect(await api.call('route-not-found', { method, path, host, key: null })).toMatchObject({
      status: 404,
      body: { code: 'route_not_found' },
    });
  });

  it('allows no method that always fails', async (api) => {
    const { body } = await api.call('route-not-found', { method: 'DELETE', path: '/mcp' });

    expect(body.allowed_methods).toEqual(['POST']);
  });

  it('allows every method of every operation on the path', async (api) => {
    const { body } = await api.call('route-not-found', {
      method: 'TRACE',
      path: `/api/v1/workspace-webhooks/${id}`,
    });

    expect(body.allowed_methods).toEqual(expect.arrayContaining(['GET', 'PATCH', 'PUT']));
  });
});

describe('route-not-found, order of checks', () => {
  it.each([
    { query: { x: '1' } },
    { key: null },
    { key: 'pat_x' },
    { body: 'x'.repeat(262_145) },
    { method: 'POST', body: '{', headers: { 'content-type': 'text/plain' } },
    { headers: { 'if-match': '"1"', 'idempotency-key': 'ü' } },
  ])('is checked first, whatever else is wrong (request %#)', async (request, api) => {
    expect((await api.call('route-not-found', { path: '/nothing/here', ...request })).status).toBe(404);
  });
});

describe('the routes that route-not-found knows', () => {
  const deployed = deployedFiles(
    new URL('../../../../functions/platform/route-not-found/index.ts', import.meta.url).href,
  );

  it('are exactly those of the registry, except those that always fail', async () => {
    const known = (await routeLoader(deployed)()).flatMap(({ path, methods }) =>
      methods.map((method) => `${method} ${path}`),
    );
    const declared = OPERATIONS.flatMap(({ routes }) =>
      routes.filter(({ docs }) => !docs?.onlyErrors).map(({ method, path }) => `${method} ${path}`),
    );

    expect(known.toSorted()).toEqual(declared.toSorted());
  });

  it('are read once, and again after a failed read', async () => {
    const reads: string[] = [];
    const flaky: DeployedFiles = {
      ...deployed,
      async read(path) {
        reads.push(path);
        if (reads.length === 1) throw new Error('EIO');
        return deployed.read(path);
      },
    };
    const load = routeLoader(flaky);

    await expect(load()).rejects.toThrow('EIO');
    const [first, second] = [await load(), await load()];
    expect(second).toBe(first);
    expect(reads).toHaveLength(2);
  });
});

import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import { editPage, publishPage, setStatus } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { conformingFetch } from '#test/support/fixtures/platform/conformance.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareDemoStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('public pages', () => {
  const stack = forAllTests(shareDemoStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  function visit(path: string, init: RequestInit = {}): Promise<Response> {
    return conformingFetch(`${stack.pagesUrl}${path}`, init);
  }

  function submit(path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
    const body = new URLSearchParams(fields).toString();
    return visit(path, { method: 'POST', body, headers: { ...FORM, cookie } });
  }

  it('include a demo at the address that npm start prints, with every block type', async () => {
    const response = await conformingFetch(stack.pageUrl);
    const html = await response.text();

    expect(response.status).toBe(200);
    for (const part of [
      '<h1',
      '<h2',
      '<hr',
      '<img',
      '<iframe',
      'rel="me ',
      'href="mailto:ada',
      'href="tel:',
      'class="text"',
    ])
      expect(html).toContain(part);
  });

  it('go from draft to published to archived, for visitors and their owner alike', async () => {
    const created = await api.POST('/api/v1/biolinks/pages', { body: { title: 'Life', slug: 'life' } });
    const draft = expectStatus(created, 201);
    expect((await visit('/life')).status).toBe(404);
    await setStatus(api, draft.body.data.id, 'active');
    const shown = await visit('/life');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(draft.body.data.public_url).toBe(`${stack.pagesUrl}/life`);
    await setStatus(api, draft.body.data.id, 'archived');

    expect((await visit('/life')).status).toBe(404);
  });

  it('are revalidated by tag, which an edit changes, and compressed', async () => {
    const page = await publishPage(api, 'cached', {}, []);
    const first = await visit('/cached', { headers: { 'accept-encoding': 'br' } });
    const tag = first.headers.get('etag') ?? '';
    const headers = { 'accept-encoding': 'br', 'if-none-match': tag };
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(await first.text()).toContain('<h1 dir="auto">Ada Lovelace</h1>');
    expect((await visit('/cached', { headers })).status).toBe(304);
    await editPage(api, page, { tagline: 'Another' });

    expect((await visit('/cached', { headers })).status).toBe(200);
  });

  it('follow their slug and their domain', async () => {
    const page = await publishPage(api, 'before', {}, []);
    await editPage(api, page, { slug: 'after' });
    const moved = await visit('/before?x=1');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `${stack.pagesUrl}/after?x=1`]);
    const { data } = expectStatus(await api.GET('/api/v1/biolinks/domains'), 200).body;
    const own = data.find(({ host }) => host === 'links.localhost');
    await editPage(api, page, { domain: own?.id ?? 'none' });

    // Browsers resolve the host to this machine, so the URL must have the port of the local stack.
    const origin = `http://links.localhost:${new URL(stack.baseUrl).port}`;
    const shown = await api.GET('/api/v1/biolinks/pages/{page}', { params: { path: { page } } });
    expect(expectStatus(shown, 200).body.data.public_url).toBe(`${origin}/after`);
    expect((await visit('/after')).headers.get('location')).toBe(`${origin}/after`);
    expect(await textAt(stack.baseUrl, '/after', new URL(origin).host)).toContain('Ada Lovelace');
    expect(await textAt(stack.baseUrl, '/robots.txt', 'links.localhost')).toContain(`${origin}/sitemap.xml`);
  });

  it('open with the password, lock again when it changes, and block repeated guesses', async () => {
    // A repeated test must not find the page of the first try.
    const path = `/locked-${crypto.randomUUID()}`;
    const settings = { protection: { password: 'open sesame' } };
    const page = await publishPage(api, path.slice(1), { settings });
    const gate = await (await visit(path)).text();
    expect(gate).toContain('type="password"');
    expect(gate).not.toContain('Analytical');
    expect((await submit(`${path}/unlock`, { password: 'wrong' })).status).toBe(403);
    const opened = await submit(`${path}/unlock`, { password: 'open sesame' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect([opened.status, opened.headers.get('location')]).toEqual([303, path]);
    expect(await (await visit(path, { headers: { cookie } })).text()).toContain('Analytical');
    await editPage(api, page, { settings: { protection: { password: 'another one' } } });
    expect(await (await visit(path, { headers: { cookie } })).text()).not.toContain('Analytical');

    // Guesses are counted in fixed periods: the next one can begin in between, and allows as many again.
    const statuses = new Set<number>();
    for (let time = 0; time < 25 && !statuses.has(429); time += 1)
      statuses.add((await submit(`${path}/unlock`, { password: 'wrong' })).status);
    expect([...statuses]).toEqual([403, 429]);
    expect(await stack.logs()).not.toMatch(/sesame/u);
  });

  it('ask first about sensitive content and about trackers', async () => {
    const body = { provider: 'meta', tag_id: '1234567890', name: 'Ads' } as const;
    const pixel = expectStatus(await api.POST('/api/v1/biolinks/pixels', { body }), 201).body.data;
    const settings = { protection: { sensitive: true }, pixels: [pixel.id] };
    await publishPage(api, 'asked', { settings }, []);
    expect(await (await visit('/asked')).text()).toContain('Sensitive content');
    const seen = (await submit('/asked/acknowledge', {})).headers.get('set-cookie')?.split(';')[0] ?? '';
    const asked = await (await visit('/asked', { headers: { cookie: seen } })).text();
    expect(asked).toContain('/asked/consent');
    expect(asked).not.toContain('facebook');
    const agreed = (await submit('/asked/consent', { choice: 'accept' }, seen)).headers
      .get('set-cookie')
      ?.split(';')[0];

    const cookie = `${seen}; ${agreed}`;
    const tracked = await visit('/asked', { headers: { cookie } });
    expect(await tracked.text()).toContain('connect.facebook.net');
    expect(tracked.headers.get('content-security-policy')).toContain('https://connect.facebook.net');
    expect(await (await visit('/asked', { headers: { cookie, 'sec-gpc': '1' } })).text()).not.toContain(
      'facebook',
    );
  });

  it('are listed for search engines unless they have a gate', async () => {
    await publishPage(api, 'found', {}, []);
    await publishPage(api, 'unlisted', { settings: { seo: { noindex: true } } }, []);
    const sitemap = await (await visit('/sitemap.xml')).text();

    expect(sitemap).toContain(`<loc>${stack.pagesUrl}/found</loc>`);
    expect(sitemap).not.toContain('unlisted');
    expect(await (await visit('/robots.txt')).text()).toContain(`Sitemap: ${stack.pagesUrl}/sitemap.xml`);
  });

  it.each(['GET', 'HEAD'])('return a friendly page for %s of any unknown single segment', async (method) => {
    for (const path of ['/nobody', '/favicon.ico', '/%3Cscript%3E']) {
      const response = await visit(path, { method });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect((await response.text()).includes('Page not found')).toBe(method === 'GET');
    }
  });

  it.each([
    ['GET', '/nobody/home', 404],
    ['GET', '/api/v1/nothing', 404],
    ['DELETE', '/demo', 405],
    ['PUT', '/demo/unlock', 405],
    ['POST', '/robots.txt', 405],
  ])('leave %s %s to the API', async (method, path, status) => {
    const response = await visit(path, { method });

    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json',
    ]);
  });

  it.each([
    ['/demo/unlock', 303, '/demo'],
    ['/demo/acknowledge', 303, '/demo'],
    ['/demo/consent', 303, '/demo'],
    ['/demo/?utm_source=x', 308, '/demo?utm_source=x'],
  ])('redirect visitors of %s to the page', async (path, status, location) => {
    const response = await visit(path);

    expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  });

  it('keep the routes of the API', async () => {
    expect((await visit('/healthz')).headers.get('content-type')).toBe('application/json');
    expect((await api.GET('/api/v1/me')).status).toBe(200);
  });

  it.each(THEMES.map(({ id }) => id))('in %s find their font on their own host', async (theme) => {
    await publishPage(api, `theme-${theme}`, { theme }, []);
    const html = await (await visit(`/theme-${theme}`)).text();
    const font = /url\((\/assets\/[^)]+)\)/u.exec(html)?.[1];
    if (font === undefined) return;
    const response = await visit(font);
    const bytes = Buffer.from(await response.arrayBuffer());

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(bytes.subarray(0, 4).toString()).toBe('wOF2');
  });
});

/** The body of a response from a custom host, which need not have an address here. */
async function textAt(baseUrl: string, path: string, host: string): Promise<string> {
  const { body } = await request(`${baseUrl}${path}`, { headers: { host } });
  return body.text();
}

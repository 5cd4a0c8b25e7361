import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  createVisitorFixture,
  lockedWith,
  settings,
  type VisitorFixture,
} from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const COUNTED = 'private, max-age=0';

/** A verified domain of a workspace. */
async function connect(fixture: VisitorFixture, workspaceId: string, host: string): Promise<string> {
  const domain = { id: newId(NOW), workspaceId, host, challenge: 'c', verifiedAt: null, createdAt: NOW };
  await fixture.domains.create({ ...domain, state: 'pending' }, aContext());
  await fixture.domains.verify({ ...domain, state: 'pending' }, NOW, aContext());
  return domain.id;
}

describe('get-public-page, finding a page', () => {
  it('returns an active page to anyone, as HTML with every security header', async (fixture) => {
    await fixture.publish({}, [{ type: 'text', text: 'Hello' }]);
    const { status, headers, body } = await fixture.visit('/ada');

    expect(status).toBe(200);
    expect(body).toContain('Hello');
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': COUNTED,
      'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
      'Permissions-Policy': expect.stringContaining('camera=()'),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Strict-Transport-Security': expect.stringContaining('max-age='),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      ETag: expect.stringMatching(/^"1-1-[\w-]{16}"$/u),
    });
  });

  it('accepts any query, because links may carry any parameters', async (fixture) => {
    await fixture.publish();

    expect((await fixture.visit('/ada', { query: { fbclid: 'x', utm_source: 'y' } })).status).toBe(200);
  });

  it.each(['unlock', 'acknowledge', 'consent'])(
    'redirects a visitor who returns through an address of the form %s to the page',
    async (form, fixture) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await fixture.visit(`/ada/${form}`, { method });
        expect([status, headers['Location']]).toEqual([303, '/ada']);
      }
      expect((await fixture.visit(`/%2F%2Fevil.example/${form}`)).headers['Location']).toBe(
        '/%2F%2Fevil.example',
      );
    },
  );

  it('returns only the headers for HEAD', async (fixture) => {
    await fixture.publish();
    const [get, head] = [await fixture.visit('/ada'), await fixture.visit('/ada', { method: 'HEAD' })];

    expect(head.body).toBe('');
    expect({ ...head.headers, 'X-Request-Id': '' }).toEqual({
      ...get.headers,
      'X-Request-Id': '',
      'Content-Length': String(Buffer.byteLength(get.body)),
    });
  });

  it.each([
    ['a draft', { status: 'draft' }],
    ['an archived page', { status: 'archived' }],
    ['another page', { slug: 'other' }],
  ] as const)('returns the HTML 404 page for %s', async (_, overrides, fixture) => {
    await fixture.publish(overrides);
    const { status, headers, body } = await fixture.visit('/ada');

    expect(status).toBe(404);
    expect(body).toContain('<h1>Page not found</h1>');
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    });
  });

  it.each(['/favicon.ico', '/wp-login.php', '/admin', '/a%2Fb', `/${'x'.repeat(61)}`, '/%00', '/ä'])(
    'returns 404 for %s without a read',
    async (path, fixture) => {
      fixture.publicPages.findSlug = async () => {
        throw new Error('read');
      };

      expect((await fixture.visit(path)).status).toBe(404);
    },
  );

  it('returns 410 for a page that the platform has disabled, whatever its status', async (fixture) => {
    await fixture.publish({ disabled: true, status: 'draft' });

    expect((await fixture.visit('/ada')).status).toBe(410);
  });

  it('redirects from another spelling and from earlier slugs to the page, with the query', async (fixture) => {
    const page = await fixture.publish();
    const upper = await fixture.visit('/ADA');
    await fixture.pages.save(page, anEditedPage(page, { slug: 'lovelace' }), aContext());
    const former = await fixture.visit('/ada', { query: { a: '1 2' } });

    expect([upper.status, upper.headers['Location']]).toEqual([308, 'https://pages.example.com/ada']);
    expect([former.status, former.headers['Location']]).toEqual([
      308,
      'https://pages.example.com/lovelace?a=1+2',
    ]);
    expect(former.headers['Cache-Control']).toBe('public, max-age=0, s-maxage=60');
  });

  it.each([
    [{ status: 'draft' }, 404],
    [{ disabled: true }, 410],
  ] as const)('does not redirect from an earlier slug of a page that is %j', async (overrides, status) => {
    const fixture = createVisitorFixture();
    const page = await fixture.publish(overrides);
    await fixture.pages.save(page, anEditedPage(page, { slug: 'lovelace' }), aContext());

    expect((await fixture.visit('/ada')).status).toBe(status);
  });

  it('finds pages by host: each domain has its own slugs', async (fixture) => {
    const page = await fixture.publish({ title: 'On the default domain' });
    const domainId = await connect(fixture, page.workspaceId, 'links.example.org');
    await fixture.publish({
      workspaceId: page.workspaceId,
      domainId,
      customHost: 'links.example.org',
      title: 'On my own',
    });

    for (const host of ['pages.example.com', 'PAGES.example.com.', 'pages.example.com:443'])
      expect((await fixture.visit('/ada', { host })).body).toContain('On the default domain');
    const own = await fixture.visit('/ada', { host: 'links.example.org' });
    expect(own.body).toContain('On my own');
    expect(own.body).toContain('<link rel="canonical" href="https://links.example.org/ada"');
    for (const host of ['other.example.org', 'localhost', '127.0.0.1:3000', 'api.example.com'])
      expect((await fixture.visit('/ada', { host })).status).toBe(404);
  });

  it('redirects to the domain to which a page has moved', async (fixture) => {
    const page = await fixture.publish();
    const domainId = await connect(fixture, page.workspaceId, 'links.example.org');
    const domain = { domainId, customHost: 'links.example.org' };
    await fixture.pages.save(page, anEditedPage(page, { domain }), aContext());

    expect((await fixture.visit('/ada')).headers['Location']).toBe('https://links.example.org/ada');
  });

  it.each(['api.example.com', 'x1.execute-api.example.com'])(
    'is at %s, a host of the API, on a stage without a host of pages',
    async (host) => {
      const fixture = createVisitorFixture({ origin: 'https://api.example.com' });
      await fixture.publish();

      expect((await fixture.visit('/ada', { host })).status).toBe(200);
    },
  );

  it.each(['pages.localhost:3000', 'Pages.localhost:8080'])('is at %s on the local stack', async (host) => {
    const fixture = createVisitorFixture({ origin: 'http://pages.localhost:3000' });
    await fixture.publish();

    expect((await fixture.visit('/ada', { host })).status).toBe(200);
  });

  it('reports a server error to a visitor in plain words and with an error number', async (fixture) => {
    fixture.publicPages.findSlug = async () => {
      throw new Error('secret detail');
    };
    const { status, headers, body } = await fixture.visit('/ada');

    expect(status).toBe(500);
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(headers['X-Request-Id']);
    expect(body).not.toContain('secret detail');
  });
});

describe('get-public-page, caching', () => {
  it('returns 304 without a body to a client that sends the current tag among several', async (fixture) => {
    await fixture.publish();
    const { headers } = await fixture.visit('/ada');
    const tag = headers['ETag'] ?? '';

    for (const held of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await fixture.visit('/ada', { headers: { 'if-none-match': held } });
      expect([again.status, again.body, again.headers['ETag']]).toEqual([304, '', tag]);
      expect(again.headers['Cache-Control']).toBe(COUNTED);
    }
    expect((await fixture.visit('/ada', { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
  });

  it('changes the tag after any edit of the page or its blocks, and when a visibility window opens', async () => {
    const fixture = createVisitorFixture();
    const page = await fixture.publish({}, [
      { startsAt: secondsAfterNow(3600), content: { type: 'text', text: 'Later' } },
    ]);
    const tagNow = async () => (await fixture.visit('/ada')).headers['ETag'];
    const tags = [await tagNow()];
    fixture.clock.advance(3600);
    tags.push(await tagNow());
    await fixture.pages.save(page, anEditedPage(page, { handle: '@ada' }), aContext());
    tags.push(await tagNow());
    const { blocks, revision } = await fixture.blocks.read(page.id);
    const [block] = blocks;
    if (block) await fixture.blocks.save({ blocks, revision }, { ...block, visible: false }, aContext());
    tags.push(await tagNow());

    expect(new Set(tags).size).toBe(4);
    expect(await tagNow()).toBe(tags.at(-1));
  });

  it.each([
    ['br', 'gzip, deflate, br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
    ['gzip', 'br;q=0, gzip;q=0.5', (bytes: Buffer) => gunzipSync(bytes)],
  ])(
    'compresses with %s for a client that accepts %s, under a separate tag',
    async (coding, accepted, open, fixture) => {
      await fixture.publish();
      const plain = await fixture.visit('/ada');
      const small = await fixture.visit('/ada', { headers: { 'accept-encoding': accepted } });

      expect(small.headers).toMatchObject({ 'Content-Encoding': coding, Vary: 'Accept-Encoding' });
      expect(small.isBase64).toBe(true);
      expect(open(Buffer.from(small.body, 'base64')).toString()).toBe(plain.body);
      expect(small.headers['ETag']).toBe(plain.headers['ETag']?.replace(/"$/u, `-${coding}"`));
    },
  );

  it.each(['', 'identity', 'br;q=0', 'deflate', 'x-gzip-like'])(
    'compresses nothing for %j',
    async (accepted, fixture) => {
      await fixture.publish();

      expect((await fixture.visit('/ada', { headers: { 'accept-encoding': accepted } })).isBase64).toBe(
        false,
      );
    },
  );
});

describe('get-public-page, tracking', () => {
  async function tracked() {
    const fixture = createVisitorFixture();
    const pixel = {
      id: 'px-1',
      workspaceId: 'w',
      provider: 'meta',
      tagId: '1234567890',
      name: 'Ads',
      createdAt: NOW,
    } as const;
    await fixture.pixels.create(pixel, aContext());
    const page = await fixture.publish({ workspaceId: 'w', ...settings({ pixels: ['px-1', 'gone'] }) });
    return { fixture, cookie: `__Secure-consent_${page.id}` };
  }

  it('asks for consent first, and loads no trackers', async () => {
    const { fixture } = await tracked();
    const { body, headers } = await fixture.visit('/ada');

    expect(body).toContain('action="/ada/consent"');
    expect(body).not.toContain('facebook');
    expect(headers).toMatchObject({
      Vary: 'Accept-Encoding, Cookie, DNT, Sec-GPC',
      'Cache-Control': COUNTED,
    });
  });

  it('loads the trackers for a visitor who agreed', async () => {
    const { fixture, cookie } = await tracked();
    const { body, headers } = await fixture.visit('/ada', { cookies: [`${cookie}=yes`] });

    expect(body).toContain('https://connect.facebook.net/en_US/fbevents.js');
    expect(headers['Cache-Control']).toBe(COUNTED);
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'neither asks for consent nor loads trackers with %j, even after consent',
    async (headers) => {
      const { fixture, cookie } = await tracked();
      for (const cookies of [[], [`${cookie}=yes`]]) {
        const { body } = await fixture.visit('/ada', { headers, cookies });
        expect(body).not.toMatch(/facebook|\/consent/u);
      }
    },
  );

  it('ignores a consent cookie of another page or without its prefix', async () => {
    const { fixture, cookie } = await tracked();
    for (const name of [`${cookie}x`, cookie.replace('__Secure-', ''), `x${cookie}`])
      expect((await fixture.visit('/ada', { cookies: [`${name}=yes`] })).body).not.toContain('facebook');
  });
});

describe('get-public-page, gates', () => {
  it('shows only the password form, and nothing of the page', async (fixture) => {
    const hidden = { title: 'Secret title', tagline: 'Secret tagline', handle: '@secret' };
    await fixture.publish({ ...hidden, ...lockedWith('open'), ...settings({ sensitive: true }) }, [
      { type: 'text', text: 'Secret text' },
    ]);
    const { status, headers, body } = await fixture.visit('/ada');

    expect(status).toBe(200);
    expect(body).toContain('type="password"');
    expect(body).not.toMatch(/secret/iu);
    expect(headers).toMatchObject({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
    expect(headers['ETag']).toBeUndefined();
  });

  it('shows only the warning before sensitive content', async (fixture) => {
    const page = await fixture.publish({ title: 'Secret', ...settings({ sensitive: true }) }, [
      { type: 'text', text: 'Secret text' },
    ]);
    const gate = await fixture.visit('/ada');
    const shown = await fixture.visit('/ada', { cookies: [`__Secure-ack_${page.id}=yes`] });

    expect(gate.body).not.toMatch(/secret/iu);
    expect(gate.body).toContain('action="/ada/acknowledge"');
    expect(shown.body).toContain('Secret text');
    for (const { headers } of [gate, shown])
      expect(headers).toMatchObject({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
  });
});

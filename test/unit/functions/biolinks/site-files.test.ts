import { describe, expect } from 'vitest';
import { createHandler as createGetSitemapHandler } from '#functions/biolinks/get-sitemap/handler.ts';
import { operation } from '#functions/biolinks/get-sitemap/operation.ts';
import { FONT_ASSETS } from '#shared/biolinks/render/font-asset.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  it,
  createVisitorFixture,
  lockedWith,
  settings,
} from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import { HOSTS, aLambdaContext, anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const seo = { title: '', description: '', image: '', noindex: true };

/** A host with this many pages, which records the reads of its sitemaps. */
function startLargeSite(count: number) {
  const slugs = Array.from({ length: count }, (_, index) => `page-${String(index).padStart(4, '0')}`);
  const limits: number[] = [];
  const reads: number[] = [];
  const handler = createGetSitemapHandler({
    finder: {
      origin: 'https://a.example',
      findSite: async () => ({ domainId: 'd', origin: 'https://a.example' }),
    },
    store: {
      async listIndexableSlugs(_, limit) {
        limits.push(limit);
        return slugs;
      },
      async readIndexable(_, listed) {
        reads.push(listed.length);
        return listed.map((slug) => ({ slug, updatedAt: NOW }));
      },
    },
  });
  const call = httpFunction(operation, handler, {
    clock: () => NOW,
    hosts: HOSTS,
    log: createRecordingLog(),
  });

  async function visit(page?: string): Promise<string> {
    const query = page === undefined ? {} : { query: { page } };
    const event = anHttpEvent({ method: 'GET', path: '/sitemap.xml', host: 'pages.example.com', ...query });
    return String((await call(event, aLambdaContext())).body);
  }

  return { limits, reads, visit };
}

describe('get-robots', () => {
  it('allows robots to read pages, and links to the sitemap', async () => {
    const { status, headers, body } = await createVisitorFixture().visit('/robots.txt');

    expect([status, headers['Content-Type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(
      'User-agent: *\nDisallow: /api/\nDisallow: /os/\nDisallow: /*/go/\nAllow: /\n\nSitemap: https://pages.example.com/sitemap.xml\n',
    );
  });

  it('disallows robots on a host without pages', async () => {
    const { body } = await createVisitorFixture().visit('/robots.txt', { host: 'other.example.org' });

    expect(body).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('get-sitemap', () => {
  it('lists the active pages that have no access gate and may be indexed', async (fixture) => {
    const page = await fixture.publish();
    await fixture.publish({ slug: 'draft', status: 'draft' });
    await fixture.publish({ slug: 'closed', disabled: true });
    await fixture.publish({ slug: 'locked', ...lockedWith('x') });
    await fixture.publish({ slug: 'warned', ...settings({ sensitive: true }) });
    await fixture.publish({ slug: 'hidden', ...settings({ seo }) });
    const { headers, body } = await fixture.visit('/sitemap.xml');

    expect(headers['Content-Type']).toBe('application/xml; charset=utf-8');
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /u);
    expect(
      [...body.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/gu)].map(([, ...parts]) => parts),
    ).toEqual([['https://pages.example.com/ada', page.updatedAt.toISOString()]]);
  });

  it('is computed every ten minutes, not for every visitor', async (fixture) => {
    await fixture.publish();
    await fixture.visit('/sitemap.xml');
    await fixture.publish({ slug: 'bob' });
    fixture.clock.advance(599);
    expect((await fixture.visit('/sitemap.xml')).body).not.toContain('/bob<');
    fixture.clock.advance(1);

    expect((await fixture.visit('/sitemap.xml')).body).toContain('/bob<');
  });

  it('is an index of sitemaps of 499 pages each if the host has more pages', async () => {
    const { visit } = startLargeSite(1000);

    expect([...(await visit()).matchAll(/<sitemap><loc>(.*?)<\/loc>/gu)].map(([, url]) => url)).toEqual([
      'https://a.example/sitemap.xml?page=1',
      'https://a.example/sitemap.xml?page=2',
      'https://a.example/sitemap.xml?page=3',
    ]);
    expect(await visit('1')).toContain('<loc>https://a.example/page-0498</loc>');
    expect(await visit('2')).toContain('<loc>https://a.example/page-0499</loc>');
    expect((await visit('3')).match(/<url>/gu)).toHaveLength(2);
  });

  it('has room for the pages of several workspaces, of which each has at most 5,000', async () => {
    const { limits, visit } = startLargeSite(1000);
    await visit();

    expect(limits).toEqual([20_000]);
  });

  it.each(['0', '4', '01', '-1', '1.5', 'x', '', '1000'])('returns 404 for page=%s', async (page) => {
    const { limits, reads, visit } = startLargeSite(1000);
    await visit();

    expect(await visit(page)).toContain('<!doctype html>');
    expect([limits.length, reads.length]).toEqual([1, 0]);
  });

  it('needs at most 1,000 reads for one sitemap, and reads it once in ten minutes', async () => {
    const { reads, visit } = startLargeSite(1000);
    await visit('1');
    await visit('1');

    // The domain, the query, and for each page its claim and itself.
    expect(reads.map((count) => 2 + 2 * count)).toEqual([1000]);
  });

  it('returns 404 on a host without pages', async () => {
    expect((await createVisitorFixture().visit('/sitemap.xml', { host: 'other.example.org' })).status).toBe(
      404,
    );
  });
});

describe('get-page-asset', () => {
  it.each(FONT_ASSETS)('serves $file with an immutable cache lifetime', async ({ file, module }) => {
    const { status, headers, body, isBase64 } = await createVisitorFixture().visit(`/assets/fonts/${file}`);

    expect([status, isBase64, Buffer.from(body, 'base64').toString()]).toEqual([200, true, `font ${module}`]);
    expect(headers).toMatchObject({
      'Content-Type': 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['passwd', '..%2F..%2Fpackage.json', 'inter-5.2.0.woff2', 'INTER-5.3.0.woff2'])(
    'returns 404 for %s',
    async (file) => {
      const { status, body } = await createVisitorFixture().visit(`/assets/fonts/${file}`);

      expect([status, JSON.parse(body).code]).toEqual([404, 'route_not_found']);
    },
  );
});

import { describe, expect } from 'vitest';
import { newPreview } from '#shared/biolinks/domain/page-preview.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { hashLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { aContextAt } from '#test/support/builders/platform/command-builders.ts';
import { parsePage } from '#test/support/fixtures/biolinks/parsed-page.ts';
import {
  aBlock,
  it,
  lockedWith,
  settings,
  type VisitorFixture,
} from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const TOKEN = 'kfnUPvmBFnCQk2rJ1o8uWdK7vq1Zk4cTnG9rX5m0a8Q';
const PATH = `/ada/preview/${TOKEN}`;

/** Stores a page, and a preview of it with a link, a video and a sign-up form. */
async function withPreview(fixture: VisitorFixture, overrides: Partial<Page> = {}): Promise<Page> {
  const page = aPage({ slug: 'ada', title: 'Ada', ...overrides });
  const blocks = [
    aBlock(page.id, { type: 'link', title: 'Shop', url: 'https://shop.example.com/', icon: null }),
    aBlock(page.id, { type: 'video', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }),
    aBlock(page.id, {
      type: 'signup',
      title: 'Newsletter',
      button: 'Join',
      consent: 'I would like to get it.',
      asksName: true,
      thanks: 'Welcome',
    }),
  ];
  const now = fixture.clock();
  await fixture.pages.create(page, aContextAt(now));
  await fixture.previews.create(hashLinkSecret(TOKEN), newPreview(page, blocks, now), aContextAt(now));
  return page;
}

describe('get-page-preview', () => {
  it('shows a draft with a banner, and counts nothing', async (fixture) => {
    await withPreview(fixture);
    const { status, headers, body } = await fixture.visit(PATH);

    expect(status).toBe(200);
    expect(headers['Cache-Control']).toBe('private, no-store');
    expect(headers['X-Robots-Tag']).toBe('noindex');
    expect(body).toContain('This is a preview.');
    expect(fixture.visits.sent).toEqual([]);
  });

  it('lets only the console and the pages around the console show it in a frame, without an origin of its own', async (fixture) => {
    await withPreview(fixture);
    const { headers } = await fixture.visit(PATH);

    expect(headers['Content-Security-Policy']?.split('; ')).toEqual(
      expect.arrayContaining([
        'frame-ancestors https://api.example.com https://x1.execute-api.example.com https://portal.example.com',
        'sandbox allow-popups allow-popups-to-escape-sandbox',
        "form-action 'none'",
        "script-src 'none'",
      ]),
    );
    expect(headers['Content-Security-Policy']).not.toContain('frame-src');
    expect(headers).not.toHaveProperty('X-Frame-Options');
    // A browser opens no sandboxed document with this header.
    expect(headers).not.toHaveProperty('Cross-Origin-Opener-Policy');
  });

  it('has no gate, no form, no pixel, no player and no counted link', async (fixture) => {
    const gated = settings({ sensitive: true, pixels: ['01980000-0000-7000-8000-000000000001'] });
    await withPreview(fixture, { ...lockedWith('secret'), ...gated });
    const { body } = await fixture.visit(PATH);
    const parsed = parsePage(body);

    expect(body).toContain('>Shop<');
    expect(body).toContain('>Join<');
    for (const name of ['form', 'script', 'iframe']) expect([name, parsed.all(name)]).toEqual([name, []]);
    expect(body).toContain('href="https://shop.example.com/"');
    // In the frame of the console, a link would replace the preview.
    expect(body).toContain('<base target="_blank" />');
  });

  it('ends when the page is deleted', async (fixture) => {
    const page = await withPreview(fixture);
    await fixture.pages.remove(page, aContextAt(fixture.clock()));

    expect((await fixture.visit(PATH)).status).toBe(404);
  });

  it('is not shown once the platform has disabled the page', async (fixture) => {
    const page = await withPreview(fixture);
    await fixture.pages.save(page, { ...page, disabled: true }, aContextAt(fixture.clock()));
    const { status, body } = await fixture.visit(PATH);

    expect(status).toBe(410);
    expect(body).not.toContain('Shop');
  });

  it('ends after ten minutes', async (fixture) => {
    await withPreview(fixture);
    fixture.clock.advance(599);
    expect((await fixture.visit(PATH)).status).toBe(200);
    fixture.clock.advance(1);
    expect((await fixture.visit(PATH)).status).toBe(404);
  });

  it.each(['/other/preview/', '/Ada/preview/'])('returns an error page at %s', async (path, fixture) => {
    await withPreview(fixture);
    expect((await fixture.visit(`${path}${TOKEN}`)).status).toBe(404);
  });

  it('is not shown on the domain of a customer, and does not exist without its token', async (fixture) => {
    await withPreview(fixture);

    expect((await fixture.visit(PATH, { host: 'links.example.org' })).status).toBe(404);
    expect((await fixture.visit(PATH, { host: 'pages.example.com' })).status).toBe(200);
    expect((await fixture.visit(`/ada/preview/${TOKEN.slice(1)}`)).status).toBe(404);
  });
});

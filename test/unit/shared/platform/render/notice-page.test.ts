import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { missingPage } from '#shared/platform/render/missing-page.ts';
import { noticePage } from '#shared/platform/render/notice-page.ts';

const HOSTILE = '"><img src=x onerror=alert(1)></style><script>x</script>';

describe('noticePage', () => {
  it('shows hostile texts as text, and is well-formed', async () => {
    const { html } = await noticePage(
      { title: HOSTILE, sentence: HOSTILE, status: 500, requestId: HOSTILE, button: HOSTILE, isNamed: true },
      true,
    );
    const errors: string[] = [];
    parse(html, { onParseError: ({ code }) => void errors.push(code) });

    expect(errors).toEqual([]);
    expect(html).not.toMatch(/<img|<script/u);
    expect(html.match(/<\/style>/gu)).toHaveLength(1);
  });

  it('is not listed by search engines, and has a form only for its button', async () => {
    const plain = await noticePage({ title: 'Confirmed', sentence: 'Done.', isNamed: true }, true);
    const asking = await noticePage({ title: 'Sure?', sentence: 'Yes?', button: 'Yes', isNamed: true }, true);

    expect(plain.headers).toMatchObject({ 'X-Robots-Tag': 'noindex', 'X-Frame-Options': 'DENY' });
    expect(plain.html).not.toContain('<form');
    expect(asking.html).toContain('<form method="post"><button class="button primary">Yes</button></form>');
  });
});

describe('missingPage', () => {
  it('names the platform and leads to its two ways in on hosts of the API only', async () => {
    const api = await missingPage({ isApi: true, isHttps: true });
    const pages = await missingPage({ isApi: false, isHttps: true });

    expect(api.body).toContain('Workspace platform');
    expect([...api.body.matchAll(/<a [^>]*href="([^"]+)"/gu)].map(([, path]) => path)).toEqual([
      '/console',
      '/docs/webhooks',
    ]);
    expect(pages.body).not.toMatch(/Workspace|<a /u);
    expect(api.headers['Vary']).toBe('Accept');
  });
});

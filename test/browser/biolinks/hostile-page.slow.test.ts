import { beforeAll, expect, it } from 'vitest';
import { chromiumWorld, describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { EVERY_BLOCK, publishPage, publishTracked } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';

// Code that runs in the page is text, because the test types do not include the DOM.
const FITS = 'document.documentElement.scrollWidth <= innerWidth';
const BANNER_IS_BELOW = `document.querySelector('.consent').getBoundingClientRect().top >= innerHeight`;
const FOCUS_IS_WHOLE = `(() => {
  const { x, y, width, height } = document.activeElement.getBoundingClientRect();
  const at = (top) => document.elementFromPoint(x + width / 2, top)?.closest('a, summary, input, button');
  const covers = Math.min(height / 2 - 1, 20);
  const middle = y + height / 2;
  return [middle - covers, middle + covers].every((top) => at(top) === document.activeElement);
})()`;
const TEXT_BOXES = 'h1, .handle, .tagline, h2, .text, .button > span';
const OVERFLOWS = `[...new Set([...document.querySelectorAll('${TEXT_BOXES}')].map((box) => getComputedStyle(box).overflow))]`;
const PROTOCOLS = `[...document.querySelectorAll('nav a')].map((link) => link.protocol)`;
const HOSTILE_TEXTS = [
  '"><img src=x onerror=alert(1)><script>alert(2)</script></title></style>',
  "' onmouseover='alert(1)' autofocus onfocus='alert(2)' x='",
  '</script><svg/onload=alert(1)>]]><!--<style>@import "https://evil.example/";',
  '&lt;img src=x onerror=alert(1)&gt;${alert(1)}{{7*7}}\\u003cscript>alert(2)',
  '\u202E\u2066gnp.exe\u200B javascript:alert(1)//https://evil.example/',
];
const HOSTILE_URLS = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://example.com/"onclick="alert(1)"><script>alert(2)</script>',
  "https://example.com/?q='-alert(1)-'#</style><svg/onload=alert(2)>",
];

describeInChromium('public pages in Chromium, with hostile and extreme content,', () => {
  const { stack, openTab } = chromiumWorld();
  let api: ApiClient;

  beforeAll(() => {
    api = apiClient(stack.baseUrl, stack.apiKey);
  });

  it('give the banner no permanent part of a window at 400 % zoom', async () => {
    await publishTracked(api, 'zoomed');
    const { tab } = await openTab({
      viewport: { width: 320, height: 256 },
    });
    await tab.goto(`${stack.pagesUrl}/zoomed`);
    expect(await tab.evaluate(BANNER_IS_BELOW)).toBe(true);
    const count = await tab
      .locator('main a, main summary, main input:visible, main button, footer a')
      .count();
    for (let index = 0; index < count; index += 1) {
      await tab.keyboard.press('Tab');
      const seen = await tab.evaluate(FOCUS_IS_WHOLE);
      expect([index, seen]).toEqual([index, true]);
    }
    expect(await tab.evaluate(FITS)).toBe(true);
  });

  it('keep stacked icons within their boxes at 320 pixels', async () => {
    const text = `Z${'\u0335\u0321\u0306\u0310'.repeat(9)}`.repeat(3);
    await publishPage(api, 'stacked', { title: text, handle: text, tagline: text }, [
      { type: 'header', title: text },
      { type: 'text', text },
      { type: 'link', title: text, url: 'https://example.com/' },
    ]);
    const { tab } = await openTab({
      viewport: { width: 320, height: 640 },
    });
    await tab.goto(`${stack.pagesUrl}/stacked`);

    expect(await tab.locator(TEXT_BOXES).count()).toBe(6);
    expect(await tab.evaluate(OVERFLOWS)).toEqual(['clip']);
    expect(await tab.evaluate(FITS)).toBe(true);
  });

  it.each(HOSTILE_TEXTS.map((text, index) => [index, text] as const))(
    'stay inert and complete with hostile text %i',
    async (index, text) => {
      const slug = `hostile-${index}`;
      const blocks = EVERY_BLOCK.map((block) => ({
        ...block,
        ...('title' in block ? { title: text } : {}),
        ...('text' in block ? { text } : {}),
        ...('alt' in block ? { alt: text } : {}),
      }));
      const seo = { title: text, description: text };
      await publishPage(
        api,
        slug,
        { title: text, handle: text, tagline: text, settings: { seo, utm: { source: text } } },
        blocks,
      );
      const { tab, audit } = await openTab();
      await tab.goto(`${stack.pagesUrl}/${slug}`, { waitUntil: 'networkidle' });

      expect(await tab.locator('h1').textContent()).toBe(text);
      expect(await tab.title()).toBe(text);
      expect(await tab.locator('script:not([type])').count()).toBe(0);
      expect(await audit()).toEqual([]);
    },
  );

  it.each(HOSTILE_URLS.map((url, index) => [index, url] as const))(
    'link only to the given address, for hostile address %i, or reject it',
    async (index, url) => {
      const id = await publishPage(api, `address-${index}`, {}, []);
      const responses = [];
      for (const block of [
        { type: 'link', title: 'Go', url },
        { type: 'image', media_url: url, alt: 'Picture', url },
        { type: 'video', url },
        { type: 'social', items: [{ network: 'website', url }] },
      ])
        responses.push((await api('POST', `/api/v1/biolinks/pages/${id}/blocks`, { body: block })).status);
      const { tab } = await openTab();
      await tab.goto(`${stack.pagesUrl}/address-${index}`, { waitUntil: 'networkidle' });
      const schemes = await tab.evaluate<string[]>(PROTOCOLS);

      for (const status of responses) expect([201, 422]).toContain(status);
      expect(schemes.filter((scheme) => scheme !== 'https:' && scheme !== 'http:')).toEqual([]);
      expect(await tab.locator('script:not([type])').count()).toBe(0);
    },
  );
});

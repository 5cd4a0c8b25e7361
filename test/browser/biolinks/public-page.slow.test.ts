import { beforeAll, describe, expect, it } from 'vitest';
import { THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import { chromiumWorld, describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { editPage, publishPage, publishTracked } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';

/** Themes that are shown in each state, width and mode. All themes have the same rules; only colours, shapes and fonts differ. */
const NEWEST = THEMES.filter(({ id }) => ['studio', 'citrus', 'cobalt'].includes(id));

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

// Code that runs in the page is text, because the test types do not include the DOM.
const FITS = 'document.documentElement.scrollWidth <= innerWidth';
const FOCUS_OUTLINE = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle + ' ' + outlineWidth;
})()`;
const DOUBLE_TEXT = `document.documentElement.style.fontSize = '200%'`;
const FOCUS_IS_COVERED = `(() => {
  const focused = document.activeElement.getBoundingClientRect();
  return focused.bottom > document.querySelector('.consent').getBoundingClientRect().top + 1;
})()`;
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

describeInChromium('public pages in Chromium', () => {
  const { stack, openTab } = chromiumWorld();
  let api: ApiClient;
  let themed: string;

  beforeAll(async () => {
    // One after the other, so that a started process is stopped when the next one does not start.
    api = apiClient(stack.baseUrl, stack.apiKey);
    themed = await publishPage(api, 'themed', { settings: { utm: { source: 'bio' } } });
  });

  describe.each(THEMES)('in $id', ({ id, mode }) => {
    beforeAll(() => editPage(api, themed, { theme: id }));

    it.each(mode === 'auto' ? (['light', 'dark'] as const) : (['light'] as const))(
      'show every block type without a violation of accessibility, policy or script, for users who prefer %s',
      async (colorScheme) => {
        for (const viewport of SIZES) {
          const { tab, audit, close } = await openTab({
            viewport,
            colorScheme,
          });
          await tab.goto(`${stack.pagesUrl}/themed`, { waitUntil: 'networkidle' });
          await tab.locator('footer').scrollIntoViewIfNeeded();

          expect(await tab.locator('nav .button').count()).toBe(5);
          expect(await tab.locator('h2, .text, details, hr').count()).toBe(5);
          expect(await tab.locator('.social a').count()).toBe(3);
          await expect
            .poll(() =>
              tab
                .locator('img')
                .evaluateAll((images) =>
                  images.map((image) => 'naturalWidth' in image && image.naturalWidth),
                ),
            )
            .toEqual([1280, 1280]);
          expect(await audit()).toEqual([]);
          expect(await tab.evaluate(FITS)).toBe(true);
          await close();
        }
      },
    );
  });

  describe.each(NEWEST)('in the new theme $id', ({ id, mode }) => {
    beforeAll(async () => {
      const title = `مرحبا Ada ${'unbreakable'.repeat(9)}`;
      await publishPage(api, `new-${id}`, { theme: id, title, tagline: `${'W'.repeat(80)}\nעברית` });
    });

    it.each(mode === 'auto' ? (['light', 'dark'] as const) : (['light'] as const))(
      'are readable at rest, hovered, focused, pressed and checked, for users who prefer %s',
      async (colorScheme) => {
        const { tab, audit } = await openTab({ colorScheme, reducedMotion: 'reduce' });
        await tab.goto(`${stack.pagesUrl}/new-${id}`, { waitUntil: 'networkidle' });
        const button = tab.locator('nav a.button').first();
        await button.hover();
        expect(await audit(), 'hovered').toEqual([]);
        await tab.mouse.down();
        expect(await audit(), 'pressed').toEqual([]);
        await tab.mouse.move(0, 0);
        await tab.mouse.up();
        await tab.getByRole('checkbox').check();
        await button.focus();
        await tab.keyboard.press('Tab');
        expect(await tab.evaluate(FOCUS_OUTLINE)).toBe('solid 3px');
        expect(await audit(), 'focused and checked').toEqual([]);
      },
    );

    it('fit a phone of 320 pixels with text of double size, long words and words from right to left', async () => {
      const { tab } = await openTab({ viewport: { width: 320, height: 640 } });
      await tab.goto(`${stack.pagesUrl}/new-${id}`, { waitUntil: 'networkidle' });
      expect(await tab.evaluate(FITS)).toBe(true);
      await tab.evaluate(DOUBLE_TEXT);
      expect(await tab.evaluate(FITS)).toBe(true);
    });
  });

  it('have targets of 44 pixels, a visible focus on each, and fit a window of 320', async () => {
    const { tab } = await openTab({
      viewport: { width: 320, height: 640 },
    });
    await tab.goto(`${stack.pagesUrl}/themed`);
    const targets = tab.locator('a, button, summary, .signup input:visible:not([type=checkbox]), .agree');
    const boxes = await targets.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().toJSON()),
    );

    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(await tab.evaluate(FITS)).toBe(true);
    for (let index = 0; index < boxes.length; index += 1) {
      await tab.keyboard.press('Tab');
      const outline = await tab.evaluate(FOCUS_OUTLINE);
      expect(outline).toBe('solid 3px');
    }
  });

  it.each([
    ['nothing without a font of their own', 'paper', 0],
    // `font-display: swap`: the system font is shown until the font of the page is loaded.
    ['next to nothing when their font comes', 'dune', 0.005],
    ...NEWEST.map(({ id }) => ['next to nothing when their font comes', id, 0.005] as const),
  ] as const)('move %s, in %s', async (_, theme, most) => {
    const { tab } = await openTab();
    await editPage(api, themed, { theme });
    await tab.goto(`${stack.pagesUrl}/themed`, { waitUntil: 'networkidle' });
    const shift = await tab.evaluate(LAYOUT_SHIFT);

    expect(shift).toBeLessThanOrEqual(most);
  });

  it('load a player only when its visitor opens it, also with the keyboard', async () => {
    const { tab, foreign, audit, tolerate } = await openTab();
    tolerate(/^https:\/\/www\.youtube-nocookie\.com\//u);
    await tab.goto(`${stack.pagesUrl}/themed`, { waitUntil: 'networkidle' });
    expect(foreign).toEqual([]);
    await tab.locator('summary').focus();
    await tab.keyboard.press('Enter');

    await expect.poll(() => foreign).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ']);
    expect(await audit()).toEqual([]);
  });

  it('open with the password, with the keyboard only', async () => {
    await publishPage(api, 'locked', {
      settings: { protection: { password: 'open sesame', sensitive: true } },
    });
    const { tab, audit } = await openTab();
    await tab.goto(`${stack.pagesUrl}/locked`);
    expect(await audit()).toEqual([]);
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('wrong');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('[role=alert]');
    expect(await audit()).toEqual([]);
    await tab.keyboard.press('Tab');
    await tab.keyboard.type('open sesame');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('text=Sensitive content');
    expect(await audit()).toEqual([]);
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('text=Notes on the Analytical Engine');

    expect(new URL(tab.url()).pathname).toBe('/locked');
    await tab.reload();
    expect(await tab.locator('h1').textContent()).toBe('Ada Lovelace');
  });

  it('let a visitor leave who declines', async () => {
    await publishPage(api, 'warned', { settings: { protection: { sensitive: true } } }, []);
    const { tab, complaints } = await openTab();
    await tab.goto(`${stack.pagesUrl}/warned`);
    await tab.getByRole('link', { name: 'Leave' }).press('Enter');
    await tab.waitForURL('about:blank');
    expect(complaints()).toEqual([]);
  });

  it('load trackers after consent and not before, with the keyboard only, and revoke it', async () => {
    await publishTracked(api, 'tracked');
    const { tab, foreign, audit, tolerate } = await openTab();
    tolerate(/MIME|Unexpected token|^https:\/\/www\.googletagmanager\.com\//u);
    await tab.goto(`${stack.pagesUrl}/tracked`, { waitUntil: 'networkidle' });
    expect(await audit()).toEqual([]);
    expect(foreign).toEqual([]);
    await tab.getByRole('button', { name: 'Accept' }).focus();
    await tab.keyboard.press('Enter');

    await expect.poll(() => foreign).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC1234567']);
    expect(await tab.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'dataLayer')))).toContain(
      'G-ABC1234567',
    );
    expect(await audit()).toEqual([]);
    await tab.getByRole('button', { name: 'Tracking settings' }).press('Enter');
    await tab.getByRole('button', { name: 'Decline' }).press('Enter');
    await tab.getByRole('button', { name: 'Tracking settings' }).waitFor();
    expect(foreign).toHaveLength(1);
  });

  it('keep a focused link clear of the banner', async () => {
    await publishTracked(api, 'bannered');
    const { tab } = await openTab();
    await tab.goto(`${stack.pagesUrl}/bannered`);
    const count = await tab.locator('main a, main summary, footer a').count();
    expect(count).toBeGreaterThan(8);
    for (let index = 0; index < count; index += 1) {
      await tab.keyboard.press('Tab');
      const isCovered = await tab.evaluate(FOCUS_IS_COVERED);
      expect([index, isCovered]).toEqual([index, false]);
    }
  });

  it('show a friendly page for an unknown address', async () => {
    for (const viewport of SIZES) {
      const { tab, audit, close } = await openTab({ viewport });
      await tab.goto(`${stack.pagesUrl}/nobody`);

      expect(await tab.locator('h1').textContent()).toBe('Page not found');
      expect(await audit()).toEqual([]);
      await close();
    }
  });
});

import { beforeAll, expect, it } from 'vitest';
import { chromiumWorld, describeInChromium } from '#test/support/fixtures/biolinks/chromium.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { readQrCode } from '#test/support/fixtures/biolinks/read-qr-code.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';

describeInChromium('the QR code of a page, drawn by Chromium', () => {
  const { stack, browser } = chromiumWorld();

  beforeAll(async () => {
    await publishPage(apiClient(stack.baseUrl, stack.apiKey), 'ada', {}, []);
  });

  it.each([
    ['svg', 'image/svg+xml', 200],
    ['png', 'image/png', 900],
  ])('is read as the URL of the page by another library: %s', async (format, type, leastWidth) => {
    const response = await fetch(`${stack.pagesUrl}/ada/qr.${format}`);
    const { text, width } = await readQrCode(browser, type, new Uint8Array(await response.arrayBuffer()));

    expect(response.headers.get('content-type')).toBe(type);
    expect(width).toBeGreaterThanOrEqual(leastWidth);
    expect(text).toBe(`${stack.pagesUrl}/ada`);
  });
});

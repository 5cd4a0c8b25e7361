import type { Browser } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM_PATH,
  noteMissingChromium,
  startChromium,
} from '#test/support/fixtures/biolinks/chromium.ts';
import { publishPage } from '#test/support/fixtures/biolinks/published-pages.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/running-stack.ts';

noteMissingChromium();

/** Draws an image as a phone would see it, 400 pixels wide, and returns its pixels. Text, because the test types do not include the DOM. */
const PIXELS_OF = `async (source) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const context = new OffscreenCanvas(400, 400).getContext('2d');
  context.drawImage(image, 0, 0, 400, 400);
  return { natural: image.naturalWidth, data: [...context.getImageData(0, 0, 400, 400).data] };
}`;

describe.skipIf(CHROMIUM_PATH === undefined)('the QR code of a page, drawn by Chromium', () => {
  let stack: RunningStack;
  let browser: Browser;

  beforeAll(async () => {
    [browser, stack] = await Promise.all([startChromium(), startStack()]);
    await publishPage(apiClient(stack.baseUrl, stack.apiKey), 'ada', {}, []);
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.discard();
  });

  it.each([
    ['svg', 'image/svg+xml', 200],
    ['png', 'image/png', 900],
  ])('is read as the URL of the page by another library: %s', async (format, type, leastWidth) => {
    const response = await fetch(`${stack.baseUrl}/ada/qr.${format}`);
    const source = `data:${type};base64,${Buffer.from(await response.arrayBuffer()).toString('base64')}`;
    const tab = await browser.newPage();
    const { natural, data } = await tab.evaluate<{ natural: number; data: number[] }>(
      `(${PIXELS_OF})(${JSON.stringify(source)})`,
    );
    await tab.close();

    expect(response.headers.get('content-type')).toBe(type);
    expect(natural).toBeGreaterThanOrEqual(leastWidth);
    expect(decodeQR({ width: 400, height: 400, data: Uint8Array.from(data) })).toBe(`${stack.baseUrl}/ada`);
  });
});

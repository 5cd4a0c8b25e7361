import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

/** One opening of a console link with an empty cache. */
export type Opening = {
  /** From the start of the navigation until the screen shows an endpoint that fails and the link to its delivery. */
  readonly usableMs: number;
  readonly requests: number;
  /** Requests for the page, its script, its styles and its icon. */
  readonly files: number;
  /** Bytes of the bodies of these files, as they were transferred. */
  readonly fileBytes: number;
  /** Bytes of all responses, with their headers. */
  readonly totalBytes: number;
  /** Files whose response was not compressed with brotli. */
  readonly uncompressed: readonly string[];
};

/** Runs in the page. Text, because the types of this folder do not include the DOM. */
const USABLE = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('main a[href^="/console/deliveries/"]')) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;
/** Responses that arrive right after the screen is usable count as well. The other screens are loaded a second after the first one. */
const QUIET_MS = 300;

/** Opens a console link in a context of its own, which has no cache. */
export async function openHome(browser: Browser, link: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const tab = await context.newPage();
    const wire = await context.newCDPSession(tab);
    await wire.send('Network.enable');
    const responses = new Map<string, { path: string; encoding: string; headerBytes: number }>();
    let [requests, files, fileBytes, totalBytes] = [0, 0, 0, 0];
    const uncompressed: string[] = [];
    wire.on('Network.responseReceived', ({ requestId, response }) => {
      const { headers, encodedDataLength, url } = response;
      const encoding = headers['Content-Encoding'] ?? headers['content-encoding'] ?? '';
      const path = URL.parse(url)?.pathname ?? url;
      responses.set(requestId, { path, encoding, headerBytes: encodedDataLength });
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const response = responses.get(requestId);
      if (!response) return;
      requests += 1;
      totalBytes += encodedDataLength;
      if (!response.path.startsWith('/console')) return;
      files += 1;
      fileBytes += encodedDataLength - response.headerBytes;
      if (response.encoding !== 'br') uncompressed.push(response.path);
    });
    await tab.goto(link, { waitUntil: 'commit' });
    const usableMs = await tab.evaluate<number>(USABLE);
    await wait(QUIET_MS);
    return { usableMs, requests, files, fileBytes, totalBytes, uncompressed };
  } finally {
    await context.close();
  }
}

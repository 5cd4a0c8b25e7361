import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Text, since the tests' own types know no document. */
const RUN_AXE = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' | ')))`;

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><path fill="#8fb8de" d="M0 0h1280v720H0z"/></svg>';

export type WatchedTab = {
  readonly tab: Page;
  /** Errors and warnings of the console, thrown errors and dialogs; a broken policy shows up here. */
  readonly complaints: readonly string[];
  /** Addresses on other hosts that the page asked for, but for pictures. */
  readonly foreign: readonly string[];
  /** What axe-core has against the page as it is, one line each. */
  audit(): Promise<string[]>;
  close(): Promise<void>;
};

/** A tab of a context of its own that notes everything a page should not do. Pictures are there; the rest of the web is not. */
export async function openWatchedTab(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<WatchedTab> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const complaints: string[] = [];
  const foreign: string[] = [];
  await context.route(
    (url) => url.origin !== new URL(baseUrl).origin,
    async (route) => {
      const request = route.request();
      if (request.resourceType() === 'image') {
        await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
        return;
      }
      foreign.push(request.url());
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' });
    },
  );
  const tab = await context.newPage();
  tab.on('console', (message) => {
    const isStatus = /status of (?:403|404|410|429)/u.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isStatus) complaints.push(message.text());
  });
  tab.on('pageerror', (error) => void complaints.push(String(error)));
  tab.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });

  return {
    tab,
    complaints,
    foreign,
    async audit() {
      // By the debugger's hand, so that the page's own policy stays in force.
      await tab.evaluate(axe.source);
      return tab.evaluate<string[]>(RUN_AXE);
    },
    close: () => context.close(),
  };
}

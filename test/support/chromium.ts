import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const NAMED = process.env['CHROMIUM_PATH'] ?? '';

/** The browser that tests drive: the one `CHROMIUM_PATH` names, else one in a usual place. */
export const CHROMIUM_PATH = (NAMED === '' ? USUAL : [NAMED]).find((path) => existsSync(path));

/** Said once where no browser is: the tests of pages in a browser are then left out. */
export function noteMissingChromium(): void {
  if (CHROMIUM_PATH !== undefined) return;
  process.stderr.write(
    'Browser tests are skipped: no Chromium found. Install Debian’s `chromium`, or set CHROMIUM_PATH.\n',
  );
}

/** Starts the browser without a window. */
export function startChromium(): Promise<Browser> {
  if (CHROMIUM_PATH === undefined) throw new Error('No Chromium found');
  // Root has no sandbox, and neither has a container.
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox'] });
}

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const NAMED = process.env['CHROMIUM_PATH'] ?? '';

/** The browser at `CHROMIUM_PATH`, else one in a usual location. */
export const CHROMIUM_PATH = (NAMED === '' ? USUAL_PATHS : [NAMED]).find((path) => existsSync(path));

/** Starts the browser without a window. @throws Error if there is none */
export function startChromium(args: readonly string[] = []): Promise<Browser> {
  if (CHROMIUM_PATH === undefined)
    throw new Error('No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH.');
  // Root has no sandbox, and neither has a container.
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox', ...args] });
}

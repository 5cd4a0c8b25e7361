import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startChromium } from '#scripts/lib/browser/chromium.ts';
import { readExampleRecords } from '#scripts/lib/screenshots/example-records.ts';
import { type Look, SCREENS } from '#scripts/lib/screenshots/screens.ts';
import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';

/**
 * `npm run generate -- screenshots [-- --only name]…`: starts a local stack with the example workspace and writes the pictures of docs/console.md. The
 * sizes of the pictures are always the same; ids and times differ from run to run.
 */
const FOLDER = fileURLToPath(new URL('../../../docs/console/', import.meta.url));
const HEIGHTS = { 1280: 800, 360: 740 };
const QUALITY = 70;

const { only } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] } },
}).values;
const chosen = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));
if (chosen.length === 0) {
  console.error(`--only: ${SCREENS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const { running, example, stop } = await startThrowAwayStack({ bare: false });
let chromium: Browser | undefined;
try {
  if (example === undefined) throw new Error('The local stack has no example workspace');
  const records = await readExampleRecords(running.baseUrl, example.apiKey);
  const browser = await startChromium();
  chromium = browser;
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, shows, looks } of chosen)
    for (const look of looks) {
      const file = `${name}-${look.width}-${look.colorScheme}.webp`;
      const link = `${example.consoleUrl}&path=${encodeURIComponent(path(records)).replaceAll('%2F', '/')}`;
      const picture = await takePicture(browser, link, shows, look);
      await writeFile(join(FOLDER, file), picture);
      console.log(`${file}: ${Math.round(picture.length / 1000)} kB`);
    }
} finally {
  await chromium?.close();
  await stop();
}

/** The upper part of a screen, as large as the window. */
async function takePicture(
  from: Browser,
  link: string,
  shows: string,
  { width, colorScheme }: Look,
): Promise<Buffer> {
  const viewport = { width, height: HEIGHTS[width] };
  const context = await from.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  try {
    const tab = await context.newPage();
    await tab.goto(link);
    await tab.locator(shows).first().waitFor();
    await tab.waitForLoadState('networkidle');
    const wire = await context.newCDPSession(tab);
    const { data } = await wire.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    return Buffer.from(data, 'base64');
  } finally {
    await context.close();
  }
}

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openLoadTarget } from '#bench/local-stack/send-events.ts';
import { startStackUnderLoad } from '#bench/local-stack/stack-under-load.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { median } from '#bench/record/median.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { startChromium } from '#scripts/lib/browser/chromium.ts';
import { wholeOption } from '#scripts/lib/whole-option.ts';
import { breakEndpoint } from './break-endpoint.ts';
import { openHome } from './open-home.ts';
import { scrollDeliveries } from './scroll-deliveries.ts';

/**
 * `node bench/console/run.ts`: how fast the console opens, how much it loads, and how smoothly a long list scrolls, in Chromium on a local
 * stack. Exits with 3 if a target is missed.
 */
const LIMITS = { usableMs: 1000, fileBytes: 60_000, longestFrameMs: 50 };

const { openings, deliveries, scrolls, save } = readOptions();
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
const stack = await startStackUnderLoad(fileURLToPath(new URL('../../', import.meta.url)), { caches: true });
const target = await openLoadTarget(stack);
const browser = await startChromium();
try {
  await breakEndpoint(stack);
  // The first opening waits for the stack, which bundles the console and loads functions at their first request.
  const first = await openHome(browser, stack.consoleUrl);
  const opened = [];
  for (let turn = 0; turn < openings; turn += 1) opened.push(await openHome(browser, stack.consoleUrl));
  const times = opened.map(({ usableMs }) => Math.round(usableMs)).toSorted((left, right) => left - right);
  const { usableMs: _, ...load } = opened[0] ?? first;
  console.log(JSON.stringify({ firstUsableMs: Math.round(first.usableMs), times, ...load }));

  const seeded = await target.send(deliveries);
  console.log(JSON.stringify({ seeded }));
  const scrolled = [];
  for (let turn = 0; turn < scrolls; turn += 1) {
    const found = await scrollDeliveries(browser, stack.consoleUrl, target.endpoint);
    console.log(JSON.stringify(found));
    scrolled.push(found);
  }
  // Other processes can only lengthen a frame, so the scroll with the shortest longest frame says most about the page.
  const longest = Math.min(
    ...scrolled.map(({ down, up }) => Math.max(down.longestFrameMs, up.longestFrameMs)),
  );
  const missed = [
    ...above('median until Home is usable, ms', median(times), LIMITS.usableMs),
    ...above('bytes of the first load', load.fileBytes, LIMITS.fileBytes),
    ...above('longest frame while scrolling, ms', longest, LIMITS.longestFrameMs),
    ...load.uncompressed.map((file) => `${file} is not compressed with brotli`),
    ...(scrolled.some(({ down }) => down.deliveries < deliveries)
      ? ['the list does not show all deliveries']
      : []),
  ];
  if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
  process.exitCode = missed.length > 0 ? TARGET_MISSED : 0;
  if (save) {
    const open = { medianUsableMs: median(times), firstUsableMs: Math.round(first.usableMs), times, ...load };
    const loadAverageAfter = describeMachine().loadAverage;
    const result = { startedAt, commit, machine, loadAverageAfter, open, longestFrameMs: longest, scrolled };
    console.error(`saved in ${await saveResult('console', 'console', result)}`);
  }
} finally {
  await browser.close();
  target.close();
  await stack.stop();
}

function above(name: string, value: number, limit: number): string[] {
  return value > limit ? [`${name} (${value}, limit ${limit})`] : [];
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        openings: { type: 'string', default: '15' },
        deliveries: { type: 'string', default: '10000' },
        scrolls: { type: 'string', default: '3' },
        save: { type: 'boolean', default: false },
      },
    });
    return {
      openings: wholeOption('openings', values.openings, 1, 100),
      deliveries: wholeOption('deliveries', values.deliveries, 50, 20_000),
      scrolls: wholeOption('scrolls', values.scrolls, 1, 20),
      save: values.save,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}

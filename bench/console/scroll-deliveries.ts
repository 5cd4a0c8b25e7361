import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { longestTaskCpu } from './longest-task.ts';

/** What a person feels while scrolling. Times are in milliseconds. */
export type Scrolling = {
  /** Deliveries that the page has received. */
  readonly deliveries: number;
  readonly frames: number;
  /** The longest time between two frames. */
  readonly longestFrameMs: number;
  readonly framesAbove50Ms: number;
  readonly p99FrameMs: number;
  /** CPU time of the longest task of the page: unlike a frame, it does not wait for other processes of the machine. */
  readonly longestTaskCpuMs: number;
};

const framesSchema = v.array(v.number());
const pageSchema = v.object({ data: v.array(v.object({ id: v.string() })), has_more: v.boolean() });

const FOUND_WITHIN_MS = 30_000;
const SCROLLED_WITHIN_MS = 120_000;

/**
 * Scrolls by a third of the window per frame, like a wheel that is turned quickly, and returns the times between the frames. Text,
 * because the types of this folder do not include the DOM. The way down ends when there are no more deliveries.
 * Fails with the end of the page if that takes too long: the list has stopped to read, or the browser draws no frames.
 */
function scrollScript(direction: 'down' | 'up'): string {
  const isOver =
    direction === 'down'
      ? 'window.hasAll === true && innerHeight + scrollY >= document.documentElement.scrollHeight - 2'
      : 'scrollY <= 0';
  return `new Promise((resolve, reject) => {
  const frames = [];
  const fail = () => reject(new Error(frames.length + ' frames, then: ' + document.body.innerText.slice(-200)));
  setTimeout(fail, ${SCROLLED_WITHIN_MS});
  let last;
  const step = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    if (${isOver}) return resolve(frames);
    scrollBy({ top: ${direction === 'down' ? '' : '-'}innerHeight / 3, behavior: 'instant' });
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
}

/** Scrolls through all deliveries of an endpoint and back. */
export async function scrollDeliveries(
  browser: Browser,
  link: string,
  endpoint: string,
): Promise<{ readonly down: Scrolling; readonly up: Scrolling }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(SCROLLED_WITHIN_MS);
    const received = new Set<string>();
    tab.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith(`/${endpoint}/deliveries`)) return;
      const page = v.parse(pageSchema, await response.json());
      for (const { id } of page.data) received.add(id);
      if (!page.has_more) await tab.evaluate('window.hasAll = true');
    });
    await tab.goto(`${link}&path=/endpoints/${endpoint}`);
    await tab.locator('main a[href^="/console/deliveries/"]').first().waitFor({ timeout: FOUND_WITHIN_MS });
    const scroll = async (direction: 'down' | 'up'): Promise<Scrolling> => {
      await browser.startTracing(tab, {
        categories: ['disabled-by-default-devtools.timeline', '__metadata'],
      });
      const frames = v.parse(framesSchema, await tab.evaluate(scrollScript(direction)));
      const longestTaskCpuMs = round(longestTaskCpu(await browser.stopTracing()));
      return { deliveries: received.size, ...figuresOf(frames), longestTaskCpuMs };
    };
    return { down: await scroll('down'), up: await scroll('up') };
  } finally {
    await context.close();
  }
}

function figuresOf(frames: readonly number[]) {
  const sorted = frames.toSorted((left, right) => left - right);
  return {
    frames: frames.length,
    longestFrameMs: round(sorted.at(-1) ?? 0),
    framesAbove50Ms: frames.filter((each) => each > 50).length,
    p99FrameMs: round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';
import { BOT, PERSON, publishPage, view } from './visited-page.ts';

const WARM_UP = 200;
const PAIRS = 2000;

/** Times of requests to one page of a local stack, one at a time: views that are counted, and those of a bot, which are not. */
export async function measureTimes() {
  const { running, stop } = await startThrowAwayStack();
  try {
    const url = await publishPage(running.baseUrl, running.apiKey);
    const [counted, uncounted]: [number[], number[]] = [[], []];
    for (let index = -WARM_UP; index < PAIRS; index += 1) {
      // In turns, so that whatever slows the machine down slows both.
      const order = index % 2 === 0 ? [PERSON, BOT] : [BOT, PERSON];
      for (const agent of order) {
        const startedAt = performance.now();
        await view(url, agent);
        const took = performance.now() - startedAt;
        if (index >= 0) (agent === PERSON ? counted : uncounted).push(took);
      }
    }
    const [slow, quick] = [median(counted), median(uncounted)];
    return { pairs: PAIRS, countedMs: round(slow), uncountedMs: round(quick), slowerMs: round(slow - quick) };
  } finally {
    await stop();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

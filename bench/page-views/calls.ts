import { totalOf } from '#bench/cost/aws-call.ts';
import { callDollars } from '#bench/cost/bills/bill.ts';
import { type CountedCall, startCountedStack } from '#bench/cost/counted-stack.ts';
import { settled } from '#bench/cost/settled.ts';
import { BOT, PERSON, publishPage, view } from './visited-page.ts';

const VIEWS = 200;
/** Enough for both containers of the function to have read the salt, the time zone and the key. */
const WARM_UP = 20;

/** The calls of a view in a warm function: of the function of the page, and of the consumer for a batch with one view. */
export async function countCalls() {
  const stack = await startCountedStack();
  try {
    const url = await publishPage(stack.ready.baseUrl, stack.ready.apiKey);
    const [uncounted, counted] = [await callsOf(BOT), await callsOf(PERSON)];
    return { uncounted, counted };

    async function callsOf(agent: string) {
      for (let count = 0; count < WARM_UP; count += 1) await view(url, agent);
      await settled(stack, () => true);
      for (let count = 0; count < VIEWS; count += 1) await view(url, agent);
      const { calls } = await settled(stack, () => true);
      return perView(calls.filter(({ by }) => by === 'get-public-page'));
    }
  } finally {
    await stack.stop();
  }
}

function perView(calls: readonly CountedCall[]) {
  const { reads, writes, messages } = totalOf(calls);
  return {
    calls: calls.length / VIEWS,
    readUnits: reads / VIEWS,
    writeUnits: writes / VIEWS,
    messages: messages / VIEWS,
    dollarsPerMillion: round((callDollars(calls) / VIEWS) * 1e6),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

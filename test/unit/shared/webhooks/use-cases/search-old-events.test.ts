import { describe, expect, it } from 'vitest';
import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import type { LogEntry } from '#shared/events/recording/log-entry.ts';
import { newId, timeOfId } from '#shared/platform/runtime/ids.ts';
import { searchEventLog } from '#shared/webhooks/use-cases/search-event-log.ts';
import { aLogEntry } from '#test/support/builders/events/event-builders.ts';
import { aPrincipal, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryEventLog } from '#test/support/fakes/events/memory-event-log.ts';

const DAY = 86_400;
const principal = aPrincipal();
const { workspaceId } = principal;

/** A log whose reads are counted, and a search that follows the cursors of all pages. */
function aLog() {
  const memory = createMemoryEventLog();
  let reads = 0;
  const eventLog: Pick<EventLogReader, 'read'> = {
    read(id, below, limit) {
      reads += 1;
      return memory.read(id, below, limit);
    },
  };
  const entry = (seconds: number) => aLogEntry({ id: newId(secondsAfterNow(seconds)) });

  async function search(query: { since?: number; until: number }, limit = 100, at = DAY) {
    const range = {
      until: secondsAfterNow(query.until),
      since: query.since === undefined ? undefined : secondsAfterNow(query.since),
    };
    const log = { eventLog, principal, now: secondsAfterNow(at) };
    const pages: string[][] = [];
    reads = 0;
    for (let before: number | undefined; ;) {
      const page = await searchEventLog(log, range, limit, before);
      pages.push(page.found.map(({ id }) => id));
      if (page.readTo === undefined) return { pages, reads };
      before = page.readTo;
    }
  }

  const list = (entries: readonly LogEntry[], seconds: number) =>
    memory.append(workspaceId, entries, secondsAfterNow(seconds));
  return { entry, list, search, memory };
}

/** The ids of all events up to a time, each where it was listed first, newest first. */
async function upTo(log: ReturnType<typeof aLog>, seconds: number): Promise<string[]> {
  const items = await log.memory.read(workspaceId, undefined, Infinity);
  const entries = items.toReversed().flatMap((item) => item.entries);
  const firsts = new Set(entries.map(({ id }) => id));
  return [...firsts].filter((id) => timeOfId(id) <= secondsAfterNow(seconds)).toReversed();
}

describe('searching an event log by the end of a time range', () => {
  it('finds events of long ago with few reads', async () => {
    const log = aLog();
    const ids: string[] = [];
    for (let second = 0; second < 20_000; second += 1) {
      const each = log.entry(second);
      ids.push(each.id);
      await log.list([each], second + 0.5);
    }
    const { pages, reads } = await log.search({ since: 100, until: 104 });

    expect(pages).toEqual([ids.slice(100, 105).toReversed()]);
    // The newest item, 15 single items, and the items from a minute after the range to its start.
    expect(reads).toBeLessThanOrEqual(1 + 15 + 4);
  });

  it('reads on without another search in the next pages', async () => {
    const log = aLog();
    for (let second = 0; second < 5000; second += 1) await log.list([log.entry(second)], second + 0.5);
    const { pages, reads } = await log.search({ since: 4, until: 303 }, 100);

    expect(pages.map(({ length }) => length)).toEqual([100, 100, 100]);
    expect(reads).toBeLessThanOrEqual(1 + 13 + 3 * 8);
  });

  it('finds an event that was dispatched hours after it was recorded', async () => {
    const log = aLog();
    const late = log.entry(10);
    for (let second = 0; second < 9000; second += 1) {
      await log.list([log.entry(second)], second + 0.5);
      if (second === 7000) await log.list([late, log.entry(7000)], second + 0.5);
    }
    const { pages, reads } = await log.search({ since: 0, until: 20 });

    expect(pages.flat()).toHaveLength(22);
    expect(pages.flat()).toContain(late.id);
    expect(reads).toBeLessThan(30);
  });

  // What a search finds is what a look at every entry finds, whatever was late or listed twice.
  it.each([1, 3, 100])(
    'finds each event once on pages of %i, also late and repeated batches',
    async (limit) => {
      let seed = limit;
      const random = (below: number): number => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      for (let history = 0; history < 20; history += 1) {
        const log = aLog();
        const batches: LogEntry[][] = [];
        let at = 0;
        for (let item = 0; item < 120; item += 1) {
          at += random(60);
          const lag = random(8) === 0 ? random(4000) : 1;
          const isRepeated = random(10) === 0;
          const batch =
            (isRepeated ? batches[random(batches.length || 1)] : undefined) ??
            Array.from({ length: 1 + random(3) }, () => log.entry(Math.max(0, at - lag)));
          batches.push(batch);
          await log.list(batch, at);
        }
        const until = random(at);
        const { pages } = await log.search({ until }, limit);

        expect(pages.flat().toSorted()).toEqual((await upTo(log, until)).toSorted());
        expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
      }
    },
  );
});

import { describe, expect } from 'vitest';
import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import { contactInLog, type LogEntry } from '#shared/events/recording/log-entry.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { type EventLogQuery, searchEventLog } from '#shared/webhooks/use-cases/search-event-log.ts';
import { aLogEntry } from '#test/support/builders/events/event-builders.ts';
import { aPrincipal, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryEventLog } from '#test/support/fakes/events/memory-event-log.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

const DAY = 86_400;

/** A log whose reads are counted. `at` is the time of the search in seconds. */
function setUp() {
  const memory = createMemoryEventLog();
  const principal = aPrincipal();
  const { workspaceId } = principal;
  const reads: number[] = [];
  const eventLog: Pick<EventLogReader, 'read'> = {
    read(id, below, limit) {
      reads.push(limit);
      return memory.read(id, below, limit);
    },
  };
  const entry = (seconds: number, overrides: Partial<LogEntry> = {}) =>
    aLogEntry({ id: newId(secondsAfterNow(seconds)), ...overrides });

  /** Writes a batch so many seconds after NOW. */
  async function list(entries: readonly LogEntry[], seconds: number): Promise<void> {
    await memory.append(workspaceId, entries, secondsAfterNow(seconds));
  }

  /** One event in each item, a second apart. */
  async function listMany(count: number, overrides: (index: number) => Partial<LogEntry> = () => ({})) {
    const entries = Array.from({ length: count }, (_, index) => entry(index, overrides(index)));
    for (const [index, each] of entries.entries()) await list([each], index + 0.5);
    return entries.map(({ id }) => id);
  }

  async function search(
    query: EventLogQuery = {},
    {
      limit = 100,
      before,
      at = DAY,
      caller = principal,
    }: { limit?: number; before?: number | undefined; at?: number; caller?: typeof principal } = {},
  ) {
    const log = { eventLog, principal: caller, now: secondsAfterNow(at) };
    return searchEventLog(log, query, limit, before);
  }

  /** The ids of every page. */
  async function pages(query: EventLogQuery, limit: number): Promise<string[][]> {
    const found: string[][] = [];
    for (let before: number | undefined; ;) {
      const page = await search(query, { limit, before });
      found.push(page.found.map(({ id }) => id));
      if (page.readTo === undefined) return found;
      before = page.readTo;
    }
  }

  return { principal, reads, entry, list, listMany, search, pages };
}

describe('searching an event log', () => {
  it('returns the newest event first, and the last event of a batch before the first', async (log) => {
    const [a, b, c] = [log.entry(1), log.entry(2), log.entry(3)];
    await log.list([a, b], 3);
    await log.list([c], 4);

    expect(await log.search()).toEqual({ found: [c, b, a], readTo: undefined, searchedUntil: undefined });
  });

  it('is empty without a log', async (log) => {
    expect(await log.search()).toEqual({ found: [], readTo: undefined, searchedUntil: undefined });
    expect(log.reads).toHaveLength(1);
  });

  it.each([1, 2, 7, 100])('pages of %i have each event once, in order', async (limit) => {
    const { entry, list, pages } = setUp();
    const ids: string[] = [];
    for (let item = 0; item < 30; item += 1) {
      const batch = Array.from({ length: (item % 5) + 1 }, () => entry(item));
      ids.push(...batch.map(({ id }) => id));
      await list(batch, item + 1);
    }
    const found = await pages({}, limit);

    expect(found.flat()).toEqual(ids.toReversed());
    expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  it('goes on where the last page ended while new events arrive', async (log) => {
    const ids = await log.listMany(5);
    const first = await log.search({}, { limit: 2 });
    await log.list([log.entry(10), log.entry(11)], 12);
    const second = await log.search({}, { limit: 3, before: first.readTo });

    expect([...first.found, ...second.found].map(({ id }) => id)).toEqual(ids.toReversed());
  });

  describe('filters', () => {
    const contact = '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d';
    const shared = { channel: null, matches: 0, contact: null };
    const ENTRIES: readonly Partial<LogEntry>[] = [
      { ...shared, event: 'salesbot.message.sent', channel: 'sms' },
      { ...shared, event: 'salesbot.message.sent', channel: 'whatsapp', matches: 2 },
      { ...shared, event: 'publishing.post.published', matches: 1 },
      { ...shared, event: 'salesbot.store.order_paid', contact: contactInLog(hashContact(contact)) },
    ];

    it.each<[string, EventLogQuery, readonly number[]]>([
      ['event', { event: 'salesbot.message.sent' }, [1, 0]],
      ['product', { product: 'publishing' }, [2]],
      ['channel', { channel: 'sms' }, [0]],
      ['events that matched', { matched: true }, [2, 1]],
      ['events that matched nothing', { matched: false }, [3, 0]],
      ['contact', { contactId: contact }, [3]],
      ['start', { since: secondsAfterNow(1) }, [3, 2, 1]],
      ['end', { until: secondsAfterNow(2) }, [2, 1, 0]],
      ['several', { product: 'salesbot', matched: false, until: secondsAfterNow(2) }, [0]],
    ])('by %s', async (_, query, expected) => {
      const { listMany, search } = setUp();
      const ids = await listMany(ENTRIES.length, (index) => ENTRIES[index] ?? {});

      expect((await search(query)).found.map(({ id }) => id)).toEqual(expected.map((index) => ids[index]));
    });

    it('omits events of products that the caller cannot subscribe to', async (log) => {
      const ids = await log.listMany(ENTRIES.length, (index) => ENTRIES[index] ?? {});
      const caller = { ...log.principal, permissions: new Set(['publishing:webhooks:subscribe'] as const) };

      expect((await log.search({}, { caller })).found.map(({ id }) => id)).toEqual([ids[2]]);
    });

    it('end the page after the maximum number of reads, and show how far it searched', async (log) => {
      await log.listMany(2000, (index) => ({ matches: index === 10 ? 1 : 0 }));
      const first = await log.search({ matched: true });

      expect(log.reads).toEqual([8, 16, 32, 64, 128, ...Array.from({ length: 7 }, () => 200)]);
      expect(first.found).toEqual([]);
      expect(first.searchedUntil).toEqual(secondsAfterNow(2000 - 1648));
      expect((await log.pages({ matched: true }, 100)).map(({ length }) => length)).toEqual([0, 1]);
    });

    it('read no further than items that were written before the start', async (log) => {
      await log.listMany(500);
      const { found, readTo } = await log.search({ since: secondsAfterNow(495) });

      expect(found).toHaveLength(5);
      expect(readTo).toBeUndefined();
      expect(log.reads).toEqual([8]);
    });
  });

  it('omits events of more than 14 days ago, and reads no further', async (log) => {
    const ids = await log.listMany(40);
    const at = 14 * DAY + 37;
    const { found, readTo } = await log.search({}, { at });

    expect(found.map(({ id }) => id)).toEqual(ids.slice(38).toReversed());
    expect(readTo).toBeUndefined();
    expect(log.reads).toEqual([8]);
  });

  describe('with a batch that was listed twice', () => {
    it.each([1, 2, 3, 100])('shows each event once, on pages of %i', async (limit) => {
      const { entry, list, pages } = setUp();
      const first = [entry(1), entry(1), entry(1)];
      const others = [entry(1), entry(2), entry(2)];
      await list(first, 2);
      await list([others[0] ?? expect.fail()], 2);
      await list(first, 3);
      await list(others.slice(1), 3);
      await list(first.slice(1), 4);
      const expected = [...first, ...others].map(({ id }) => id).toReversed();

      expect((await pages({}, limit)).flat()).toEqual(expected);
    });

    it('shows each event once, when the batch was repeated long after', async () => {
      const { entry, list, listMany, pages } = setUp();
      const first = entry(-10);
      await list([first], -9);
      const ids = await listMany(300);
      await list([first], 301);

      expect((await pages({}, 25)).flat()).toEqual([...ids.toReversed(), first.id]);
    });

    it('ends every page, even if more was written between than a page reads', async () => {
      const { entry, list, listMany, pages } = setUp();
      const first = entry(-10);
      await list([first], -9);
      const ids = await listMany(2000);
      await list([first], 2001);
      const found = (await pages({}, 100)).flat();

      expect(new Set(found)).toEqual(new Set([...ids, first.id]));
    });
  });

  it('reads little for a page of a busy workspace', async (log) => {
    for (let item = 0; item < 20; item += 1)
      await log.list(
        Array.from({ length: 100 }, () => log.entry(item)),
        item + 1,
      );
    await log.search({}, { limit: 25 });

    expect(log.reads).toEqual([8]);
  });
});

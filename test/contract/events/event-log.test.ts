import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { ENTRIES_PER_ITEM, type LogEntry } from '#shared/events/recording/log-entry.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aLogEntry } from '#test/support/builders/events/event-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('EventLog', (fixture) => {
  async function written(...batches: readonly (readonly LogEntry[])[]): Promise<string> {
    const workspaceId = randomUUID();
    for (const batch of batches) await fixture.eventLog.append(workspaceId, batch, NOW);
    return workspaceId;
  }

  const manyEntries = (count: number) => Array.from({ length: count }, () => aLogEntry());

  describe('append', () => {
    it('gives each batch the next number, from 1', async () => {
      const batches = [[aLogEntry()], manyEntries(3), [aLogEntry()]];
      const workspaceId = await written(...batches);

      expect(await fixture.eventLog.read(workspaceId, undefined, 10)).toEqual(
        batches.map((entries, index) => ({ sequence: index + 1, writtenAt: NOW, entries })).toReversed(),
      );
    });

    it('keeps every field of an entry, of each event and channel', async () => {
      const entries = EVENT_CATALOGUE.map(({ name }, index) =>
        aLogEntry({
          event: name,
          channel: CHANNELS[index % CHANNELS.length] ?? null,
          test: index % 2 === 0,
          contact: index % 3 === 0 ? null : randomUUID().replaceAll('-', ''),
          matches: index % 26,
          filtered: index % 5,
        }),
      );
      const [item] = await fixture.eventLog.read(await written(entries), undefined, 1);

      expect(item?.entries).toEqual(entries);
    });

    it('keeps the name of an event that the catalogue no longer has', async () => {
      const entry = aLogEntry({ event: 'salesbot.fax.sent', channel: null });

      expect((await fixture.eventLog.read(await written([entry]), undefined, 1))[0]?.entries).toEqual([
        entry,
      ]);
    });

    it('writes more entries than an item has as several items', async () => {
      const entries = manyEntries(2 * ENTRIES_PER_ITEM + 1);
      const items = await fixture.eventLog.read(await written(entries), undefined, 10);

      expect(items.map((item) => item.entries.length)).toEqual([1, ENTRIES_PER_ITEM, ENTRIES_PER_ITEM]);
      expect(items.toReversed().flatMap((item) => item.entries)).toEqual(entries);
    });

    it('writes nothing without entries', async () => {
      expect(await fixture.eventLog.read(await written([]), undefined, 10)).toEqual([]);
    });

    it('never goes back in time, when the clocks of two writers differ', async () => {
      const workspaceId = randomUUID();
      for (const seconds of [0, 2, 1])
        await fixture.eventLog.append(workspaceId, [aLogEntry()], secondsAfterNow(seconds));
      const items = await fixture.eventLog.read(workspaceId, undefined, 10);

      expect(items.map(({ writtenAt }) => writtenAt)).toEqual(
        [2, 2, 0].map((seconds) => secondsAfterNow(seconds)),
      );
    });

    it('names the late items in every item after them', async () => {
      const workspaceId = randomUUID();
      const entryAt = (seconds: number) => aLogEntry({ id: newId(secondsAfterNow(seconds)) });
      for (const [recorded, at] of [
        [0, 1],
        [2, 100],
        [101, 101],
      ] as const)
        await fixture.eventLog.append(workspaceId, [entryAt(recorded)], secondsAfterNow(at));
      const items = await fixture.eventLog.read(workspaceId, undefined, 10);
      const late = [{ from: 2, to: 2, oldest: secondsAfterNow(2), writtenAt: secondsAfterNow(100) }];

      expect(items.map((item) => item.late)).toEqual([late, late, undefined]);
    });

    it('keeps the logs of workspaces apart', async () => {
      const [one, other] = [await written([aLogEntry()], [aLogEntry()]), await written([aLogEntry()])];
      const sequences = async (workspaceId: string) =>
        (await fixture.eventLog.read(workspaceId, undefined, 10)).map(({ sequence }) => sequence);

      expect([await sequences(one), await sequences(other)]).toEqual([[2, 1], [1]]);
    });
  });

  describe('read', () => {
    it('returns the items before a number, newest first, at most so many', async () => {
      const workspaceId = await written(...Array.from({ length: 12 }, () => [aLogEntry()]));
      const sequences = async (below: number | undefined, limit: number) =>
        (await fixture.eventLog.read(workspaceId, below, limit)).map(({ sequence }) => sequence);

      expect(await sequences(undefined, 3)).toEqual([12, 11, 10]);
      expect(await sequences(10, 4)).toEqual([9, 8, 7, 6]);
      expect(await sequences(3, 10)).toEqual([2, 1]);
      expect(await sequences(1, 10)).toEqual([]);
    });

    it('returns nothing without a log', async () => {
      expect(await fixture.eventLog.read(randomUUID(), undefined, 10)).toEqual([]);
    });
  });

  describe('readFrom', () => {
    it('returns the items from a number on, oldest first, at most so many', async () => {
      const workspaceId = await written(...Array.from({ length: 12 }, () => [aLogEntry()]));
      const sequences = async (from: number, limit: number) =>
        (await fixture.eventLog.readFrom(workspaceId, from, limit)).map(({ sequence }) => sequence);

      expect(await sequences(1, 3)).toEqual([1, 2, 3]);
      expect(await sequences(9, 10)).toEqual([9, 10, 11, 12]);
      expect(await sequences(13, 10)).toEqual([]);
      expect(await sequences(0, 1)).toEqual([1]);
    });

    it('returns the same items as read', async () => {
      const workspaceId = await written(manyEntries(3), [aLogEntry()], manyEntries(120));

      expect(await fixture.eventLog.readFrom(workspaceId, 1, 10)).toEqual(
        (await fixture.eventLog.read(workspaceId, undefined, 10)).toReversed(),
      );
    });

    it('returns nothing without a log', async () => {
      expect(await fixture.eventLog.readFrom(randomUUID(), 1, 10)).toEqual([]);
    });
  });
});

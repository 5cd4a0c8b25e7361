import { randomInt, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { readFeed } from '#shared/webhooks/use-cases/read-feed.ts';
import { aLogEntry, anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, aPrincipal, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const WRITERS = 4;
const BATCHES = 8;

describeStores('the feed of events', (fixture) => {
  const workspace = () => {
    const principal = aPrincipal({ workspaceId: randomUUID() });
    const { workspaceId } = principal;

    async function recorded(count: number): Promise<RecordedEvent[]> {
      const events = Array.from({ length: count }, () => anEvent({ workspaceId }));
      for (const event of events) await fixture.events.record(event, aContext(), undefined);
      return events;
    }

    const list = (events: readonly RecordedEvent[]) =>
      fixture.eventLog.append(
        workspaceId,
        events.map(({ id }) => aLogEntry({ id })),
        NOW,
      );

    /** Reads pages until `isOver`, and then to the end. */
    async function follow(limit: number, isOver: () => boolean): Promise<string[]> {
      const ids: string[] = [];
      for (let after = 0; ;) {
        const wasOver = isOver();
        const page = await readFeed({ ...fixture, principal, now: NOW }, {}, limit, after);
        ids.push(...page.events.map(({ id }) => id));
        after = page.readTo;
        if (wasOver && !page.hasMore) return ids;
      }
    }

    return { recorded, list, follow };
  };

  it('skips no event while several dispatchers write, and readers with different page sizes follow', async () => {
    const { recorded, list, follow } = workspace();
    let open = WRITERS;
    const expected: string[] = [];
    const repeated = new Set<string>();

    /** Batches of random size. Some are repeated as a whole or in halves, as Lambda repeats a stream batch that failed. */
    async function write(): Promise<void> {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const events = await recorded(randomInt(1, 6));
        expected.push(...events.map(({ id }) => id));
        await list(events);
        if (batch % 3 !== 0) continue;
        const half = Math.ceil(events.length / 2);
        for (const { id } of events) repeated.add(id);
        for (const part of [events.slice(0, half), events.slice(half)]) await list(part);
      }
      open -= 1;
    }

    const readers = [1, 2, 3, 7, 100].map((limit) => follow(limit, () => open === 0));
    await Promise.all(Array.from({ length: WRITERS }, write));
    for (const ids of await Promise.all(readers)) {
      expect(new Set(ids)).toEqual(new Set(expected));
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
      expect(twice.filter((id) => !repeated.has(id))).toEqual([]);
    }
  });

  it('returns the same order to every reader', async () => {
    const { recorded, list, follow } = workspace();
    const batches = await Promise.all(Array.from({ length: 6 }, () => recorded(5)));
    await Promise.all(batches.map(list));
    const [first, ...others] = await Promise.all([1, 4, 25, 100].map((limit) => follow(limit, () => true)));

    expect(first).toHaveLength(30);
    for (const ids of others) expect(ids).toEqual(first);
  });
});

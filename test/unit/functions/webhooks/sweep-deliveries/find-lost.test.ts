import { describe, expect, it } from 'vitest';
import { createFinders } from '#functions/webhooks/sweep-deliveries/find-lost.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

const BUCKET = { minute: NOW, shard: 0 };

function eventTo(endpoints: number): RecordedEvent {
  const matches = Array.from({ length: endpoints }, () => ({
    endpointId: newId(NOW),
    settingsVersion: 1,
    shards: 1,
  }));
  return anEvent({ matches });
}

/** Finders over events of one bucket, of which no delivery is recorded. */
function findersOf(events: readonly RecordedEvent[], overrides: Partial<SweepStore> = {}) {
  const reads: string[] = [];
  const lookups: number[] = [];
  const skipped: MalformedItemError[] = [];
  let [inFlight, most] = [0, 0];
  const store: SweepStore = {
    ...createMemoryFixture().sweep,
    async *readEvents() {
      yield events;
    },
    async readEvent(id) {
      reads.push(id);
      return events.find((event) => event.id === id);
    },
    async findAbsent(places) {
      lookups.push(places.length);
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      return [...places];
    },
    claimAbsent: async () => true,
    ...overrides,
  };
  const finders = createFinders(store, (error) => void skipped.push(error));

  async function jobs(): Promise<DeliveryJob[]> {
    const found: DeliveryJob[] = [];
    for await (const claims of finders.events(BUCKET, NOW))
      for (const job of await Promise.all(claims.map((claim) => claim()))) if (job) found.push(job);
    return found;
  }
  return { jobs, reads, lookups, skipped, most: () => most };
}

describe('events whose matches have no delivery', () => {
  it('are read as a whole, once for all of their deliveries', async () => {
    const event = eventTo(25);
    const { jobs, reads } = findersOf([event]);
    const found = await jobs();

    expect(found.map(({ endpointId }) => endpointId)).toEqual(
      event.matches.map(({ endpointId }) => endpointId),
    );
    expect(found[0]?.body).toBe(event.body);
    expect(reads).toEqual([event.id]);
  });

  it('are not read as a whole if all of their deliveries are recorded', async () => {
    const { jobs, reads, lookups } = findersOf([eventTo(3)], {
      findAbsent: async () => [],
    });

    expect(await jobs()).toEqual([]);
    expect([reads, lookups]).toEqual([[], []]);
  });

  it('are looked up by a hundred, eight batches at a time', async () => {
    const { jobs, lookups, most } = findersOf(Array.from({ length: 100 }, () => eventTo(25)));

    expect(await jobs()).toHaveLength(2500);
    expect(new Set(lookups)).toEqual(new Set([100]));
    expect(most()).toBe(8);
  });

  it('are skipped once if the whole event cannot be read, and nothing is claimed', async () => {
    const claimed: unknown[] = [];
    const { jobs, skipped } = findersOf([eventTo(3), eventTo(1)], {
      readEvent: () => Promise.reject(new MalformedItemError('EV#1 (body)')),
      claimAbsent: async (delivery) => {
        claimed.push(delivery);
        return true;
      },
    });

    expect(await jobs()).toEqual([]);
    expect(skipped).toHaveLength(2);
    expect(claimed).toEqual([]);
  });

  it('are nothing if the event has expired since it was read', async () => {
    const { jobs, skipped } = findersOf([eventTo(2)], { readEvent: async () => undefined });

    expect([await jobs(), skipped]).toEqual([[], []]);
  });

  it('fail if the whole event cannot be read because the table is down', async () => {
    const { jobs } = findersOf([eventTo(1)], { readEvent: () => Promise.reject(new Error('down')) });

    await expect(jobs()).rejects.toThrow('down');
  });
});

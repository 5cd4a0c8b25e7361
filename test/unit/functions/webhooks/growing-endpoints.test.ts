import { beforeEach, describe, expect, it } from 'vitest';
import { createCountAttempts } from '#functions/webhooks/dispatch-event/growing-endpoints.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { ATTEMPTS_PER_SHARD } from '#shared/webhooks/domain/delivery-shards.ts';
import type { GrowingEndpoint } from '#shared/webhooks/ports/endpoint-shards.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryRateCounter } from '#test/support/fakes/platform/memory-rate-counter.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const SAMPLE = 200;
const ENDPOINT: GrowingEndpoint = { workspaceId: newId(NOW), endpointId: newId(NOW), shards: 1 };

let now: Date;
let added: number[];
let grown: [GrowingEndpoint, number][];
let log: ReturnType<typeof createRecordingLog>;

beforeEach(() => {
  now = NOW;
  added = [];
  grown = [];
  log = createRecordingLog();
});

/** A container; all containers of a test share the counter. */
function aContainer(counter = createMemoryRateCounter()) {
  return createCountAttempts({
    counter: {
      async add(subject, minute, requests) {
        added.push(requests);
        return counter.add(subject, minute, requests);
      },
    },
    shards: {
      async grow(endpoint, shards) {
        grown.push([endpoint, shards]);
        return true;
      },
    },
    clock: () => now,
    log,
  });
}

function times(count: number, endpoint = ENDPOINT): GrowingEndpoint[] {
  return Array.from({ length: count }, () => endpoint);
}

describe('counting first attempts', () => {
  it('writes nothing for an endpoint with fewer than a sample in a minute', async () => {
    const count = aContainer();
    for (let minute = 0; minute < 5; minute += 1) {
      now = secondsAfterNow(60 * minute);
      await count(times(SAMPLE - 1));
    }

    expect(added).toEqual([]);
  });

  it('writes once for each sample, also if one batch has several', async () => {
    await aContainer()(times(SAMPLE * 3 + 1));

    expect(added).toEqual([SAMPLE, SAMPLE, SAMPLE]);
  });

  it('doubles the shards when all containers together exceed what they accept', async () => {
    const counter = createMemoryRateCounter();
    const containers = Array.from({ length: 8 }, () => aContainer(counter));
    for (let made = SAMPLE; made < ATTEMPTS_PER_SHARD; made += SAMPLE)
      await containers[made % 8]?.(times(SAMPLE));
    expect(grown).toEqual([]);

    await containers[0]?.(times(SAMPLE));
    expect(grown).toEqual([[ENDPOINT, 2]]);
    expect(log.lines.map(({ code }) => code)).toEqual(['ENDPOINT_SHARDS_GREW']);
  });

  it('doubles again in the same minute if the attempts exceed the new shards too, and stops at 16', async () => {
    const count = aContainer();
    for (const shards of [1, 2, 4, 8, 16])
      await count(times(ATTEMPTS_PER_SHARD * shards, { ...ENDPOINT, shards }));

    const numbers = grown.map(([, to]) => to);
    expect(new Set(numbers)).toEqual(new Set([2, 4, 8, 16]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('starts anew each minute', async () => {
    const count = aContainer();
    await count(times(ATTEMPTS_PER_SHARD - SAMPLE));
    now = secondsAfterNow(60);
    await count(times(ATTEMPTS_PER_SHARD - SAMPLE));

    expect(grown).toEqual([]);
  });

  it('goes on if the counter does not respond', async () => {
    const down = { add: () => Promise.reject(new Error('The table is down')) };
    await aContainer(down)(times(SAMPLE));

    expect(log.lines.map(({ code }) => code)).toEqual(['ATTEMPTS_NOT_COUNTED']);
  });
});

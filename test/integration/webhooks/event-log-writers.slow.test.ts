import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogContentionError } from '#shared/events/ports/event-log.ts';
import { ENTRIES_PER_ITEM } from '#shared/events/recording/log-entry.ts';
import { toLogItem } from '#shared/events/store/event-log-items.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';
import { aLogEntry } from '#test/support/builders/events/event-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { failingCall, lostResponse } from '#test/support/fixtures/platform/faults/faults.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const { fixture, faults } = emulatedStores();

/** The sequence numbers of a log, oldest first, as one strongly consistent read returns them. */
async function sequencesOf(workspaceId: string): Promise<number[]> {
  const items = await fixture.eventLog.read(workspaceId, undefined, 1000);
  return items.map(({ sequence }) => sequence).toReversed();
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('concurrent writers of one log', () => {
  it('leave no gap, lose no batch and keep the order of each writer, while readers see a prefix', async () => {
    const writers = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(writers, async (plans) => {
        const workspaceId = randomUUID();
        const batches = plans.map((sizes) =>
          sizes.map((size) => Array.from({ length: size }, () => aLogEntry())),
        );
        let isWriting = true;
        const reading = (async () => {
          while (isWriting) {
            const seen = await sequencesOf(workspaceId);
            expect(seen).toEqual(upTo(seen.length));
          }
        })();
        await Promise.all(
          batches.map(async (own, writer) => {
            for (const [index, batch] of own.entries())
              await fixture.eventLog.append(workspaceId, batch, secondsAfterNow(index + (writer % 2)));
          }),
        );
        isWriting = false;
        await reading;

        const items = (await fixture.eventLog.read(workspaceId, undefined, 1000)).toReversed();
        const first = items.map(({ entries }) => entries[0]?.id);
        const times = items.map(({ writtenAt }) => writtenAt.getTime());
        expect(items.map(({ sequence }) => sequence)).toEqual(upTo(batches.flat().length));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const own of batches) {
          const places = own.map((batch) => first.indexOf(batch[0]?.id));
          expect(places).not.toContain(-1);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('list a batch at least once if the response to the write is lost', async () => {
    const workspaceId = randomUUID();
    faults.script(lostResponse('PutItem'));
    const entry = aLogEntry();
    await fixture.eventLog.append(workspaceId, [entry], NOW);
    const items = await fixture.eventLog.read(workspaceId, undefined, 10);

    expect(items.length).toBeGreaterThanOrEqual(1);
    expect(items.every(({ entries }) => entries[0]?.id === entry.id)).toBe(true);
    expect(await sequencesOf(workspaceId)).toEqual(upTo(items.length));
  });

  it('give up after 40 lost races, and not before', async () => {
    const workspaceId = randomUUID();
    const lost = (sequence: number) => {
      const item = toLogItem(workspaceId, { sequence, writtenAt: NOW, entries: [aLogEntry()] });
      const Item = marshall(item, { removeUndefinedValues: true });
      const error = { message: 'The number is taken', $metadata: {}, Item };
      return failingCall('PutItem', new ConditionalCheckFailedException(error));
    };
    faults.script(...upTo(40).map(lost));
    await expect(fixture.eventLog.append(workspaceId, [aLogEntry()], NOW)).rejects.toThrow(
      LogContentionError,
    );
    expect(faults.pending()).toBe(0);

    faults.script(...upTo(39).map(lost));
    await fixture.eventLog.append(workspaceId, [aLogEntry()], NOW);
    expect(await sequencesOf(workspaceId)).toEqual([40]);
  });
});

describe('an entry of a log', () => {
  it('takes at most 60 bytes, so that 100 events need 6 write units', () => {
    const entries = Array.from({ length: ENTRIES_PER_ITEM }, () =>
      aLogEntry({ channel: 'whatsapp', test: true, matches: 25, contact: randomUUID().replaceAll('-', '') }),
    );
    const item = toLogItem(randomUUID(), { sequence: 1, writtenAt: NOW, entries });
    const bytes = item.entries.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);

    expect(bytes / ENTRIES_PER_ITEM).toBeLessThanOrEqual(60);
  });
});

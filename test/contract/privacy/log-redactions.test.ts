import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import { contactInLog, type LogEntry } from '#shared/events/recording/log-entry.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { newLogRedaction } from '#shared/privacy/domain/log-redaction.ts';
import { aLogEntry, anErasure } from '#test/support/builders/events/event-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('LogRedactions', (fixture) => {
  const about = ({ contact }: Erasure, seconds = 0): LogEntry =>
    aLogEntry({ id: newId(secondsAfterNow(seconds)), contact: contactInLog(contact) });

  async function redact(workspaceId: string, erasures: readonly Erasure[], position = 0): Promise<number[]> {
    const redaction = { ...newLogRedaction(workspaceId, NOW), position };
    const positions: number[] = [];
    const fail = () => expect.fail('An item is malformed');
    for await (const page of fixture.logRedactions.redact(redaction, erasures, fail))
      positions.push(page.position);
    return positions;
  }

  async function contactsIn(workspaceId: string) {
    const items = await fixture.eventLog.read(workspaceId, undefined, 100);
    return items.toReversed().map(({ entries }) => entries.map(({ contact }) => contact));
  }

  describe('redact', () => {
    it('removes the contacts of the erasures, and nothing else', async () => {
      const [one, two, other] = [anErasure(), anErasure(), anErasure()];
      const { workspaceId } = one;
      const batches = [[about(one), about(other), aLogEntry()], [about(two), about(one)], [about(other)]];
      for (const batch of batches) await fixture.eventLog.append(workspaceId, batch, NOW);
      const positions = await redact(workspaceId, [one, two]);
      const items = await fixture.eventLog.read(workspaceId, undefined, 10);
      const kept = contactInLog(other.contact);

      expect(positions.at(-1)).toBe(3);
      expect(await contactsIn(workspaceId)).toEqual([[null, kept, null], [null, null], [kept]]);
      expect(items.toReversed().map(({ entries }) => entries.map(({ id }) => id))).toEqual(
        batches.map((batch) => batch.map(({ id }) => id)),
      );
    });

    it('keeps the contact of an event that was recorded after the request', async () => {
      const first = anErasure({ requestedAt: secondsAfterNow(1) });
      const second = { ...anErasure(), contact: first.contact, requestedAt: secondsAfterNow(3) };
      const { workspaceId } = first;
      const entries = [1, 2, 3, 4].map((seconds) => about(first, seconds));
      await fixture.eventLog.append(workspaceId, entries, secondsAfterNow(5));

      await redact(workspaceId, [first]);
      expect((await contactsIn(workspaceId))[0]?.map((contact) => contact === null)).toEqual([
        true,
        false,
        false,
        false,
      ]);
      await redact(workspaceId, [second, first]);
      expect((await contactsIn(workspaceId))[0]?.map((contact) => contact === null)).toEqual([
        true,
        true,
        true,
        false,
      ]);
    });

    it('continues after the position', async () => {
      const erasure = anErasure();
      const { workspaceId } = erasure;
      for (let item = 0; item < 3; item += 1)
        await fixture.eventLog.append(workspaceId, [about(erasure)], NOW);
      await redact(workspaceId, [erasure], 2);

      expect((await contactsIn(workspaceId)).map(([contact]) => contact === null)).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('leaves the logs of other workspaces unchanged', async () => {
      const erasure = anErasure();
      const other = randomUUID();
      await fixture.eventLog.append(other, [about(erasure)], NOW);

      expect(await redact(erasure.workspaceId, [erasure])).toEqual([]);
      expect(await contactsIn(other)).toEqual([[contactInLog(erasure.contact)]]);
    });
  });

  describe('start and advance', () => {
    it('keep the progress of the latest redaction', async () => {
      const first = newLogRedaction(randomUUID(), NOW);
      expect(await fixture.logRedactions.findLast(first.workspaceId)).toBeUndefined();
      expect(await fixture.logRedactions.start(first)).toBe(true);
      const advanced = { ...first, position: 7, isComplete: true };
      await fixture.logRedactions.advance(advanced);
      expect(await fixture.logRedactions.findLast(first.workspaceId)).toEqual(advanced);

      const second = newLogRedaction(first.workspaceId, secondsAfterNow(60));
      expect(await fixture.logRedactions.start(second)).toBe(true);
      expect(await fixture.logRedactions.start(first)).toBe(false);
      await fixture.logRedactions.advance(advanced);
      expect(await fixture.logRedactions.findLast(first.workspaceId)).toEqual(second);
    });
  });
});

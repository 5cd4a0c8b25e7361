import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { afterPass, type Erasure } from '#shared/events/recording/erasure.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { minuteBefore, newScan } from '#shared/privacy/domain/erasure-scan.ts';
import { anErasure, anEvent, anEventAbout } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DAY = 86_400;

describeStores('ErasureScans', (fixture) => {
  async function asked(overrides: Partial<Erasure> = {}): Promise<Erasure> {
    const erasure = anErasure(overrides);
    await fixture.erasures.create(erasure, aContext());
    return erasure;
  }

  const found = ({ workspaceId, id }: Erasure) => fixture.erasures.find(workspaceId, id);

  async function recorded(event: RecordedEvent): Promise<RecordedEvent> {
    await fixture.events.record(event, aContext(), undefined);
    return event;
  }

  it('finds no scan before the first', async () => {
    expect(await fixture.erasureScans.findLast()).toBeUndefined();
  });

  describe('start', () => {
    it('stores the scan, with exactly the given erasures', async () => {
      const [first, second, other] = [await asked(), await asked(), await asked()];
      const scan = newScan(new Date(0), secondsAfterNow(100));
      await fixture.erasureScans.start(scan, [first, second]);

      expect(await fixture.erasureScans.findLast()).toEqual(scan);
      expect(await found(first)).toEqual({ ...first, scanStartedAt: secondsAfterNow(100) });
      expect(await found(second)).toEqual({ ...second, scanStartedAt: secondsAfterNow(100) });
      expect(await found(other)).toEqual(other);
    });

    it('includes more erasures than at once', async () => {
      const many = await Promise.all(Array.from({ length: 60 }, () => asked()));
      await fixture.erasureScans.start(newScan(NOW, secondsAfterNow(200)), many);
      const scans = await Promise.all(many.map(async (each) => (await found(each))?.scanStartedAt));

      expect(scans.filter((scan) => scan?.getTime() !== secondsAfterNow(200).getTime())).toEqual([]);
    });

    it('leaves an erasure unchanged that has been included since', async () => {
      const erasure = await asked();
      const second = afterPass(erasure, secondsAfterNow(1));
      await fixture.erasures.finishPass(erasure, second);
      await fixture.erasureScans.start(newScan(NOW, secondsAfterNow(300)), [erasure]);

      expect(await found(erasure)).toEqual(second);
    });

    it('does not replace a later scan', async () => {
      const scan = newScan(NOW, secondsAfterNow(500));
      await fixture.erasureScans.start(scan, []);
      await fixture.erasureScans.start(newScan(NOW, secondsAfterNow(400)), []);

      expect(await fixture.erasureScans.findLast()).toEqual(scan);
    });

    it('replaces an earlier one, wherever its cursor is', async () => {
      const earlier = newScan(NOW, secondsAfterNow(600));
      await fixture.erasureScans.start(earlier, []);
      await fixture.erasureScans.advance(earlier, { minute: secondsAfterNow(540), lastEventId: 'event-7' });
      const scan = newScan(NOW, secondsAfterNow(700));
      await fixture.erasureScans.start(scan, []);

      expect(await fixture.erasureScans.findLast()).toEqual(scan);
    });
  });

  describe('advance', () => {
    it('advances from event to event and from minute to minute, never back', async () => {
      const scan = newScan(new Date(0), secondsAfterNow(1 * DAY));
      await fixture.erasureScans.start(scan, []);
      const within = { ...scan.position, lastEventId: 'event-7' };
      await fixture.erasureScans.advance(scan, within);
      expect(await fixture.erasureScans.findLast()).toEqual({ ...scan, position: within });

      const next = minuteBefore(within);
      await fixture.erasureScans.advance(scan, next);
      await fixture.erasureScans.advance(scan, within);
      expect(await fixture.erasureScans.findLast()).toEqual({ ...scan, position: next });
    });

    it('advances only its own scan', async () => {
      const [earlier, scan] = [
        newScan(NOW, secondsAfterNow(2 * DAY)),
        newScan(NOW, secondsAfterNow(3 * DAY)),
      ];
      await fixture.erasureScans.start(scan, []);
      await fixture.erasureScans.advance(earlier, minuteBefore(earlier.position));

      expect(await fixture.erasureScans.findLast()).toEqual(scan);
    });
  });

  describe('readMinute', () => {
    it('returns the events of that minute that are about a contact, of these workspaces', async () => {
      const [contact, workspaceId, other] = [randomUUID(), randomUUID(), randomUUID()];
      const at = (second: number) => ({ workspaceId, recordedAt: secondsAfterNow(second) });
      const own = [
        await recorded(anEventAbout(contact, at(0))),
        await recorded(anEventAbout(contact, at(59.999))),
        await recorded(anEventAbout(randomUUID(), { ...at(30), workspaceId: other })),
      ];
      await recorded(anEventAbout(contact, at(-0.001)));
      await recorded(anEventAbout(contact, at(60)));
      await recorded(anEventAbout(contact, { recordedAt: secondsAfterNow(30) }));
      await recorded(anEventAbout(contact, { ...at(30), test: true }));
      await recorded(anEvent(at(30)));
      const { events, readUnits } = await fixture.erasureScans.readMinute(NOW, [workspaceId, other]);

      expect(events.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
      expect(events).toContainEqual({ id: own[0]?.id, workspaceId, contact: hashContact(contact) });
      expect(readUnits).toBeGreaterThanOrEqual(8);
    });

    it('includes a redacted event, even without its body', async () => {
      const erasure = await asked();
      const { workspaceId, contact } = erasure;
      const event = await recorded(anEvent({ workspaceId }));
      await fixture.erasures.redactEvent(erasure, event.id);
      const { events } = await fixture.erasureScans.readMinute(NOW, [workspaceId]);

      expect(events).toEqual([{ id: event.id, workspaceId, contact }]);
    });

    it('omits none, however many workspaces and events there are', async () => {
      const workspaceIds = Array.from({ length: 101 }, () => randomUUID());
      const made: string[] = [];
      for (const workspaceId of workspaceIds)
        made.push(
          (await recorded(anEventAbout(randomUUID(), { workspaceId, recordedAt: secondsAfterNow(600) }))).id,
        );
      const seen = async (of: readonly string[]) => {
        const { events } = await fixture.erasureScans.readMinute(secondsAfterNow(600), of);
        return events.map(({ id }) => id).toSorted();
      };

      expect(await seen(workspaceIds)).toEqual(made.toSorted());
      expect(await seen(workspaceIds.slice(0, 100))).toEqual(made.slice(0, 100).toSorted());
    });
  });
});

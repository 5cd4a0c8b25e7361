import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { minuteBefore, newWalk } from '#shared/webhooks/domain/erasure-walk.ts';
import { afterLook, type Erasure } from '#shared/webhooks/domain/erasure.ts';
import {
  aContext,
  anErasure,
  anEvent,
  anEventAbout,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/builders.ts';
import { PLATFORM_BENCHES, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

const DAY = 86_400;

describe.each(PLATFORM_BENCHES)('ErasureWalks $name', ({ start }) => {
  let bench: PlatformFixture;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench?.stop());

  async function asked(overrides: Partial<Erasure> = {}): Promise<Erasure> {
    const erasure = anErasure(overrides);
    await bench.erasures.create(erasure, aContext());
    return erasure;
  }

  const found = ({ workspaceId, id }: Erasure) => bench.erasures.find(workspaceId, id);

  async function recorded(event: RecordedEvent): Promise<RecordedEvent> {
    await bench.events.record(event, aContext(), undefined);
    return event;
  }

  it('finds no scan before the first', async () => {
    expect(await bench.erasureWalks.findLast()).toBeUndefined();
  });

  describe('begin', () => {
    it('stores the scan, with exactly the given erasures', async () => {
      const [first, second, other] = [await asked(), await asked(), await asked()];
      const walk = newWalk(new Date(0), secondsAfterNow(100));
      await bench.erasureWalks.begin(walk, [first, second]);

      expect(await bench.erasureWalks.findLast()).toEqual(walk);
      expect(await found(first)).toEqual({ ...first, walk: secondsAfterNow(100) });
      expect(await found(second)).toEqual({ ...second, walk: secondsAfterNow(100) });
      expect(await found(other)).toEqual(other);
    });

    it('includes more erasures than at once', async () => {
      const many = await Promise.all(Array.from({ length: 60 }, () => asked()));
      await bench.erasureWalks.begin(newWalk(NOW, secondsAfterNow(200)), many);
      const walks = await Promise.all(many.map(async (each) => (await found(each))?.walk));

      expect(walks.filter((walk) => walk?.getTime() !== secondsAfterNow(200).getTime())).toEqual([]);
    });

    it('leaves an erasure unchanged that has been included since', async () => {
      const erasure = await asked();
      const second = afterLook(erasure, secondsAfterNow(1));
      await bench.erasures.finishLook(erasure, second);
      await bench.erasureWalks.begin(newWalk(NOW, secondsAfterNow(300)), [erasure]);

      expect(await found(erasure)).toEqual(second);
    });

    it('does not replace a later scan', async () => {
      const walk = newWalk(NOW, secondsAfterNow(500));
      await bench.erasureWalks.begin(walk, []);
      await bench.erasureWalks.begin(newWalk(NOW, secondsAfterNow(400)), []);

      expect(await bench.erasureWalks.findLast()).toEqual(walk);
    });

    it('replaces an earlier one, wherever its cursor is', async () => {
      const earlier = newWalk(NOW, secondsAfterNow(600));
      await bench.erasureWalks.begin(earlier, []);
      await bench.erasureWalks.advance(earlier, { minute: secondsAfterNow(540), lastSeen: 'event-7' });
      const walk = newWalk(NOW, secondsAfterNow(700));
      await bench.erasureWalks.begin(walk, []);

      expect(await bench.erasureWalks.findLast()).toEqual(walk);
    });
  });

  describe('advance', () => {
    it('moves from event to event and from minute to minute, never back', async () => {
      const walk = newWalk(new Date(0), secondsAfterNow(1 * DAY));
      await bench.erasureWalks.begin(walk, []);
      const within = { ...walk.place, lastSeen: 'event-7' };
      await bench.erasureWalks.advance(walk, within);
      expect(await bench.erasureWalks.findLast()).toEqual({ ...walk, place: within });

      const next = minuteBefore(within);
      await bench.erasureWalks.advance(walk, next);
      await bench.erasureWalks.advance(walk, within);
      expect(await bench.erasureWalks.findLast()).toEqual({ ...walk, place: next });
    });

    it('advances only its own scan', async () => {
      const [earlier, walk] = [
        newWalk(NOW, secondsAfterNow(2 * DAY)),
        newWalk(NOW, secondsAfterNow(3 * DAY)),
      ];
      await bench.erasureWalks.begin(walk, []);
      await bench.erasureWalks.advance(earlier, minuteBefore(earlier.place));

      expect(await bench.erasureWalks.findLast()).toEqual(walk);
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
      const { events, readUnits } = await bench.erasureWalks.readMinute(NOW, [workspaceId, other]);

      expect(events.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
      expect(events).toContainEqual({ id: own[0]?.id, workspaceId, contact: hashContact(contact) });
      expect(readUnits).toBeGreaterThanOrEqual(8);
    });

    it('includes a redacted event, even without its body', async () => {
      const erasure = await asked();
      const { workspaceId, contact } = erasure;
      const event = await recorded(anEvent({ workspaceId }));
      await bench.erasures.redactEvent(erasure, event.id);
      const { events } = await bench.erasureWalks.readMinute(NOW, [workspaceId]);

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
        const { events } = await bench.erasureWalks.readMinute(secondsAfterNow(600), of);
        return events.map(({ id }) => id).toSorted();
      };

      expect(await seen(workspaceIds)).toEqual(made.toSorted());
      expect(await seen(workspaceIds.slice(0, 100))).toEqual(made.slice(0, 100).toSorted());
    });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const DAY = 86_400;

function twoMatches() {
  return [
    { endpointId: randomUUID(), settingsVersion: 1, shards: 1 },
    { endpointId: randomUUID(), settingsVersion: 7, shards: 4 },
  ];
}

describeStores('EventStore', (fixture) => {
  it('returns an event with its exact body', async () => {
    const body = '{ "name" :"Zoë 🥐\\u0000", "n": 1.50}';
    const event = anEvent({ body, matches: twoMatches(), channel: 'whatsapp', test: true });
    expect(await fixture.events.record(event, aContext(), undefined)).toBeUndefined();

    expect(await fixture.events.find(event.id)).toEqual(event);
  });

  it('records an event that matches nothing', async () => {
    const event = anEvent({ matches: [] });
    await fixture.events.record(event, aContext(), undefined);

    expect(await fixture.events.find(event.id)).toEqual(event);
  });

  it('keeps the endpoints that a filter excluded, in their order', async () => {
    const event = anEvent({ filteredOut: Array.from({ length: 25 }, () => randomUUID()) });
    await fixture.events.record(event, aContext(), undefined);

    expect(await fixture.events.find(event.id)).toEqual(event);
  });

  it('finds many events, without those that do not exist', async () => {
    const recorded = Array.from({ length: 100 }, () => anEvent());
    for (const event of recorded) await fixture.events.record(event, aContext(), undefined);
    const [first, ...others] = recorded.map(({ id }) => id);
    const found = await fixture.events.findAll([...others, anEvent().id]);

    expect(found.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
    expect(await fixture.events.findAll([first ?? ''])).toEqual([recorded[0]]);
    expect(await fixture.events.findAll([])).toEqual([]);
  });

  it('finds the events of a millisecond, whatever their shards', async () => {
    const at = new Date(NOW.getTime() + Math.floor(Math.random() * 10_000) * 60_000);
    const recorded = [0, 0, 0, 1, -1].map((milliseconds) => {
      const recordedAt = new Date(at.getTime() + milliseconds);
      return anEvent({ id: newId(recordedAt), recordedAt });
    });
    for (const event of recorded) await fixture.events.record(event, aContext(), undefined);
    const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id).toSorted();

    expect(ids(await fixture.events.findRecordedAt(at))).toEqual(ids(recorded.slice(0, 3)));
  });

  it('finds nothing under another id', async () => {
    expect(await fixture.events.find(anEvent().id)).toBeUndefined();
  });

  it('stores the response with the event', async () => {
    const response = anIdempotencyRecord();
    await fixture.events.record(anEvent(), aContext({ idempotencyRecord: response }), undefined);

    expect(await fixture.responses.find(response.id, NOW)).toEqual(response);
  });

  it('records nothing when the response is already stored', async () => {
    const response = anIdempotencyRecord();
    await fixture.responses.remember(response, aContext().change);
    const event = anEvent();

    const again = fixture.events.record(event, aContext({ idempotencyRecord: response }), 'order-1');
    await expect(again).rejects.toThrow(DuplicateRequestError);
    expect(await fixture.events.find(event.id)).toBeUndefined();
    const { workspaceId } = event;
    expect(await fixture.events.record(anEvent({ workspaceId }), aContext(), 'order-1')).toBeUndefined();
  });

  it('returns the same event for a repeated command', async () => {
    const event = anEvent({ matches: twoMatches() });
    const context = aContext({ idempotencyRecord: anIdempotencyRecord() });
    await fixture.events.record(event, context, undefined);

    expect(await fixture.events.record(event, context, undefined)).toBeUndefined();
    expect(await fixture.events.find(event.id)).toEqual(event);
  });

  describe('with a dedupe key', () => {
    it('returns the first event, and records neither the second nor its response', async () => {
      const first = anEvent({ matches: twoMatches() });
      const second = anEvent({ workspaceId: first.workspaceId });
      const response = anIdempotencyRecord();
      expect(await fixture.events.record(first, aContext(), 'order-1')).toBeUndefined();

      expect(
        await fixture.events.record(second, aContext({ idempotencyRecord: response }), 'order-1'),
      ).toEqual({
        eventId: first.id,
        matchedEndpoints: 2,
      });
      expect(await fixture.events.find(second.id)).toBeUndefined();
      expect(await fixture.responses.find(response.id, NOW)).toBeUndefined();
    });

    it('separates keys and workspaces', async () => {
      const first = anEvent();
      await fixture.events.record(first, aContext(), 'order-1');
      const { workspaceId } = first;

      expect(await fixture.events.record(anEvent({ workspaceId }), aContext(), 'order-2')).toBeUndefined();
      expect(await fixture.events.record(anEvent({ workspaceId }), aContext(), undefined)).toBeUndefined();
      expect(await fixture.events.record(anEvent(), aContext(), 'order-1')).toBeUndefined();
    });

    it('releases the key after 24 hours', async () => {
      const first = anEvent();
      const { workspaceId } = first;
      const [before, after] = [secondsAfterNow(DAY - 1), secondsAfterNow(DAY)].map((at) =>
        anEvent({ workspaceId, recordedAt: at }),
      );
      await fixture.events.record(first, aContext(), 'order-1');

      expect(await fixture.events.record(before ?? first, aContext(), 'order-1')).toMatchObject({
        eventId: first.id,
      });
      expect(await fixture.events.record(after ?? first, aContext(), 'order-1')).toBeUndefined();
    });

    it('returns only its own event to a repeated command', async () => {
      const event = anEvent({ matches: twoMatches() });
      const context = aContext();
      await fixture.events.record(event, context, 'order-1');

      const again = await fixture.events.record(event, context, 'order-1');
      expect(again?.eventId ?? event.id).toBe(event.id);
    });
  });
});

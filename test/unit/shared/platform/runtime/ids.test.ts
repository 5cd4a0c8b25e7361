import fc from 'fast-check';
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  deliveryIdFloor,
  deliveryIdFor,
  derivedId,
  creationTime,
  newId,
  shardOfId,
  timeOfId,
} from '#shared/platform/runtime/ids.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

const instants = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const uuids = fc.uuid();
const events = fc.record({ id: uuids, recordedAt: instants });

describe('creationTime', () => {
  it('is the time of a UUIDv7', () => {
    expect(creationTime(newId(NOW))).toEqual(NOW);
  });

  it.each([
    ['a UUIDv4', '0a7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d'],
    ['a derived id', derivedId(NOW, 'x')],
    ['another text', 'workspace-7'],
  ])('is undefined for %s', (_case, id) => {
    expect(creationTime(id)).toBeUndefined();
  });
});

describe('newId', () => {
  it('is a UUIDv7 with its timestamp', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const id = newId(at);
        expect(validate(id) && version(id)).toBe(7);
        expect(timeOfId(id)).toEqual(at);
      }),
    );
  });

  it('is never the same twice', () => {
    const ids = Array.from({ length: 1000 }, () => newId(NOW));

    expect(new Set(ids).size).toBe(1000);
  });

  it('sorts by time', () => {
    expect(newId(NOW) < newId(secondsAfterNow(0.001))).toBe(true);
  });
});

describe('deliveryIdFor', () => {
  it('is a UUIDv8 (RFC 9562, 5.8) of the time of the event', () => {
    fc.assert(
      fc.property(events, uuids, (event, endpointId) => {
        const id = deliveryIdFor(event, endpointId);
        expect(validate(id) && version(id)).toBe(8);
        expect(id.charAt(19)).toMatch(/[89ab]/u);
        expect(timeOfId(id)).toEqual(event.recordedAt);
      }),
    );
  });

  it('is the same for the same event and endpoint, and different for any other', () => {
    fc.assert(
      fc.property(events, uuids, uuids, uuids, (event, endpointId, otherEvent, otherEndpoint) => {
        const id = deliveryIdFor(event, endpointId);
        expect(deliveryIdFor({ ...event }, endpointId)).toBe(id);
        expect(deliveryIdFor({ ...event, id: otherEvent }, endpointId)).not.toBe(id);
        expect(deliveryIdFor(event, otherEndpoint)).not.toBe(id);
      }),
    );
  });

  it('is stable: stored deliveries are found by it', () => {
    const event = { id: '019e833c-5a00-7000-8000-000000000001', recordedAt: NOW };

    expect(deliveryIdFor(event, '019e833c-5a00-7000-8000-000000000002')).toMatchInlineSnapshot(
      `"019e830e-1a00-8777-8fa4-740d31be884f"`,
    );
  });

  it('sorts in the order of the events', () => {
    fc.assert(
      fc.property(events, events, uuids, (one, other, endpointId) => {
        fc.pre(one.recordedAt < other.recordedAt);
        expect(deliveryIdFor(one, endpointId) < deliveryIdFor(other, endpointId)).toBe(true);
      }),
    );
  });
});

describe('deliveryIdFloor', () => {
  it('sorts before every id of its instant and later, and after every earlier id', () => {
    fc.assert(
      fc.property(events, instants, uuids, (event, at, endpointId) => {
        const id = deliveryIdFor(event, endpointId);
        expect(id >= deliveryIdFloor(at)).toBe(event.recordedAt >= at);
      }),
    );
  });

  it('includes the instant itself', () => {
    fc.assert(
      fc.property(events, uuids, (event, endpointId) => {
        expect(deliveryIdFor(event, endpointId) > deliveryIdFloor(event.recordedAt)).toBe(true);
      }),
    );
  });
});

describe('shardOfId', () => {
  it('distributes the ids of one moment over 16 shards', () => {
    const shards = Array.from({ length: 2000 }, () => shardOfId(newId(NOW)));
    const counts = Map.groupBy(shards, (shard) => shard);

    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, n) => n));
    expect(Math.max(...[...counts.values()].map((each) => each.length))).toBeLessThan(250);
  });

  it('is always the same for an id', () => {
    expect(shardOfId('019e833c-5a00-7000-8000-00000000001f')).toBe(15);
  });
});

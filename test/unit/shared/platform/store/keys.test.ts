import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedupeKey, eventKey } from '#shared/events/store/keys.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import {
  idempotencyKey,
  apiKeyKey,
  directoryKey,
  keyPointerKey,
  memberKey,
  workspaceKey,
} from '#shared/platform/store/keys.ts';
import { deliveryKey, endpointKey, targetKey } from '#shared/webhooks/store/keys.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

describe('keys', () => {
  it.each([
    [workspaceKey('w1'), { pk: 'W#w1', sk: 'W' }],
    [memberKey('w1', 'm1'), { pk: 'M#w1', sk: 'M#m1' }],
    [keyPointerKey('w1', 'k1'), { pk: 'KP#w1', sk: 'K#k1' }],
    [directoryKey('w1', 7), { pk: 'DIR#w1#7', sk: 'EPS' }],
    [apiKeyKey('hash'), { pk: 'K#hash', sk: 'K' }],
    [endpointKey('e1'), { pk: 'E#e1', sk: 'E' }],
    [targetKey('e1'), { pk: 'X#e1', sk: 'X' }],
    [dedupeKey('w1', 'hash'), { pk: 'DD#w1#hash', sk: 'DD' }],
    [idempotencyKey('a1'), { pk: 'ID#a1', sk: 'ID' }],
    [deliveryKey('e1', 3, 'd1'), { pk: 'E#e1#3', sk: 'd1' }],
  ])('are stable, because items are stored under them: %j', (key, stored) => {
    expect(key).toEqual(stored);
  });

  it('separate kinds of items with the same id', () => {
    const keys = [
      workspaceKey('x'),
      memberKey('x', 'x'),
      keyPointerKey('x', 'x'),
      directoryKey('x', 0),
      apiKeyKey('x'),
      endpointKey('x'),
      targetKey('x'),
      dedupeKey('x', 'x'),
      idempotencyKey('x'),
    ];

    expect(new Set(keys.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(keys.length);
  });
});

describe('eventKey', () => {
  it('is the minute of the event and one of 16 shards, then its id', () => {
    const instants = fc.date({ min: NOW, max: secondsAfterNow(1e8), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (at) => {
        const id = newId(at);
        const { pk, sk } = eventKey(id);
        const [kind, minute, shard] = pk.split('#');
        expect([kind, minute]).toEqual(['EV', at.toISOString().slice(0, 16)]);
        expect(Number(shard)).toBeLessThan(16);
        expect(sk).toBe(id);
      }),
    );
  });

  it('is derived from the id alone', () => {
    expect(eventKey('019e830e-1a00-7000-8000-00000000000b')).toEqual({
      pk: 'EV#2026-06-01T12:00#11',
      sk: '019e830e-1a00-7000-8000-00000000000b',
    });
  });
});

describe('deliveryKey', () => {
  it('orders the deliveries of an endpoint by the time of their events', () => {
    const ids = [3, 1, 2].map((second) =>
      deliveryIdFor({ id: newId(NOW), recordedAt: secondsAfterNow(second) }, 'e1'),
    );
    const sorted = ids.map((id) => deliveryKey('e1', 0, id).sk).toSorted();

    expect(sorted).toEqual([ids[1], ids[2], ids[0]]);
  });
});

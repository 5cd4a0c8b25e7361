import { describe, expect, it } from 'vitest';
import {
  contactOf,
  type ExternalRecord,
  fieldsOf,
  type RecordLayer,
  withNews,
  withoutEvents,
} from '#shared/events/records/external-record.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const ORDER = { workspaceId: 'w', type: 'order', id: 'o' } as const;

function layer(eventId: string, second: number, fields: Record<string, unknown>): RecordLayer {
  return { eventId, occurredAt: secondsAfterNow(second), fields };
}

function learned(...layers: readonly RecordLayer[]): ExternalRecord {
  let record: ExternalRecord | undefined;
  for (const each of layers) record = withNews(record, [{ ...ORDER, layer: each }], 'position');
  return record ?? expect.fail('Nothing was said');
}

const CREATED = layer('e1', 1, { status: 'created', total: '5.00', contact_id: 'c' });
const PAID = layer('e2', 2, { status: 'paid' });
const CANCELLED = layer('e3', 3, { status: 'cancelled', number: '7' });

describe('withNews', () => {
  it('keeps for each field the value of the newest event that has the field', () => {
    const record = learned(CREATED, PAID, CANCELLED);

    expect(fieldsOf(record)).toEqual({ status: 'cancelled', number: '7', total: '5.00', contact_id: 'c' });
    expect(record).toMatchObject({ ...ORDER, position: 'position', version: 3 });
    expect(record.layers.map(({ eventId }) => eventId)).toEqual(['e3', 'e1']);
  });

  it.each([
    [[PAID, CREATED, CANCELLED]],
    [[CANCELLED, PAID, CREATED]],
    [[CANCELLED, CREATED, PAID, CREATED, CANCELLED, PAID]],
  ])('gives the same record in any order, with repetitions (%#)', (layers) => {
    expect(learned(...layers).layers).toEqual(learned(CREATED, PAID, CANCELLED).layers);
  });

  it('gives the same record from a batch', () => {
    const [first, second, third] = [PAID, CANCELLED, CREATED].map((each) => ({ ...ORDER, layer: each }));
    const record = withNews(
      undefined,
      [first ?? expect.fail(), second ?? expect.fail(), third ?? expect.fail()],
      'p',
    );

    expect(record.layers).toEqual(learned(CREATED, PAID, CANCELLED).layers);
    expect(record.version).toBe(1);
  });

  it('orders events of the same time by their ids', () => {
    const [early, late] = [layer('a', 1, { status: 'one' }), layer('b', 1, { status: 'two' })];

    expect(fieldsOf(learned(early, late))).toEqual({ status: 'two' });
    expect(fieldsOf(learned(late, early))).toEqual({ status: 'two' });
  });

  it.each([
    ['a repeated event', CANCELLED],
    ['an older event whose fields are all known', PAID],
  ])('returns the record itself for %s', (_, repeated) => {
    const record = learned(CREATED, PAID, CANCELLED);

    expect(withNews(record, [{ ...ORDER, layer: repeated }], 'other')).toBe(record);
  });

  it('keeps the newest event without fields, so that the time of the last event is known', () => {
    expect(learned(CREATED, layer('e9', 9, {})).layers[0]).toEqual(layer('e9', 9, {}));
  });

  it('keeps only the newest value: an older one does not return when the newer event is erased', () => {
    const rest = withoutEvents(learned(CREATED, CANCELLED), ({ eventId }) => eventId === 'e3');

    expect(fieldsOf(rest ?? expect.fail())).toEqual({ total: '5.00', contact_id: 'c' });
  });
});

describe('withoutEvents', () => {
  const record = learned(CREATED, CANCELLED);

  it('returns the record itself if it has none of the events', () => {
    expect(withoutEvents(record, () => false)).toBe(record);
  });

  it('returns nothing if it has no others', () => {
    expect(withoutEvents(record, () => true)).toBeUndefined();
  });
});

describe('contactOf', () => {
  it('is the contact of the newest event that names one', () => {
    expect(contactOf(learned(CREATED, CANCELLED))).toBe('c');
    expect(contactOf(learned(CREATED, layer('e4', 4, { contact_id: 'd' })))).toBe('d');
    expect(contactOf(learned(PAID))).toBeUndefined();
    expect(contactOf(undefined)).toBeUndefined();
  });
});

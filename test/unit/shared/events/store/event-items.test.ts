import { createHash, randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { freshSample } from '#bench/cost/fresh-sample.ts';
import { itemSize } from '#bench/cost/item-size.ts';
import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import { DICTIONARY_1 } from '#shared/events/store/dictionary-1.ts';
import { fromEventItem, readBody, readContact, toEventItem } from '#shared/events/store/event-items.ts';
import { decodeMatches, encodeMatches } from '#shared/events/store/match-bytes.ts';
import { packBody, unpackBody } from '#shared/events/store/packed-body.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { unmarshall } from '#shared/platform/store/attribute-values.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { anEvent, anEventAbout } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import packed from './packed-bodies.json' with { type: 'json' };

const WRITE_UNIT = 1024;

describe('toEventItem', () => {
  it('adds an event about a contact to no index, because each entry would cost a write unit', () => {
    const item = toEventItem(anEventAbout(randomUUID()));
    const indexed = CORE_TABLE.indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);

    expect(Object.keys(item).filter((name) => indexed.some((each) => each === name))).toEqual([]);
  });

  it.each([
    { endpoints: 1, share: 0.95 },
    { endpoints: 25, share: 0.8 },
  ])('needs one write unit for $share of the samples with $endpoints matches', ({ endpoints, share }) => {
    const sizes = EVENT_CATALOGUE.flatMap((event) =>
      Array.from({ length: 5 }, () => sizeOf(event, endpoints)),
    );

    expect(sizes.filter((size) => size <= WRITE_UNIT).length / sizes.length).toBeGreaterThanOrEqual(share);
  });

  it('stores the body of every sample in at most half of its bytes, and returns the same text', () => {
    for (const event of EVENT_CATALOGUE) {
      const recorded = aRecorded(event);
      const item = toEventItem(recorded);

      expect(item.body).toBeInstanceOf(Uint8Array);
      expect(item.body.length).toBeLessThanOrEqual(recorded.body.length / 2);
      expect(fromEventItem(item)).toEqual(recorded);
    }
  });
});

describe('fromEventItem', () => {
  it('reads an event whose body and matches an earlier version stored as text', () => {
    const event = anEvent({ matches: [{ endpointId: newId(NOW), settingsVersion: 300, shards: 16 }] });
    const matches = event.matches.map(
      ({ endpointId, settingsVersion, shards }) => `${endpointId} ${settingsVersion} ${shards}`,
    );

    expect(fromEventItem({ ...toEventItem(event), body: event.body, matches })).toEqual(event);
  });

  it('reads the empty body of a redacted event', () => {
    expect(fromEventItem({ ...toEventItem(anEvent()), body: '' }).body).toBe('');
  });

  it('reads a record of the stream, whose bytes are in base64', () => {
    const event = anEvent({ matches: [{ endpointId: newId(NOW), settingsVersion: 300, shards: 16 }] });
    const record: Parameters<typeof unmarshall>[0] = JSON.parse(
      JSON.stringify(marshall(toEventItem(event), { removeUndefinedValues: true }), base64Bytes),
    );

    expect(typeof record['body']?.B).toBe('string');
    expect(fromEventItem(unmarshall(record))).toEqual(event);
  });

  it.each([
    ['body', Buffer.from([9, 1, 2])],
    ['body', Buffer.from([1, 255, 255])],
    ['matches', Buffer.from([2])],
    ['matches', Buffer.from([1, 0, 0])],
    ['matches', encodeMatches([{ endpointId: newId(NOW), settingsVersion: 200, shards: 1 }]).subarray(0, -1)],
  ])('reports bytes of %s that no version stored', (name, bytes) => {
    const item = { ...toEventItem(anEvent()), [name]: bytes };

    expect(() => fromEventItem(item)).toThrow(MalformedItemError);
    expect(() => fromEventItem(item)).toThrow(`${item.sk} (${name})`);
  });

  it('reports a body that cannot be read, even if the id is no id', () => {
    const item = { ...toEventItem(anEvent()), sk: 'x', body: Buffer.from([9]) };

    expect(() => fromEventItem(item)).toThrow(MalformedItemError);
  });
});

describe('readBody', () => {
  it('returns undefined for a body that cannot be read', () => {
    const item = toEventItem(anEvent({ body: '{"data":{}}' }));

    expect(readBody(item)).toBe('{"data":{}}');
    expect(readBody({ ...item, body: Buffer.from([9]) })).toBeUndefined();
    expect(readBody({ ...item, body: 7 })).toBeUndefined();
  });
});

describe('readContact', () => {
  it.each([
    ['the contact', anEventAbout('ada'), { id: 'ada' }],
    ['null for an event without a contact', anEvent({ body: '{"data":{}}' }), { id: null }],
    ['undefined for a body that is not JSON', anEvent({ body: '{"data":' }), undefined],
  ])('returns %s, for bytes and for text', (_, event, contact) => {
    const item = toEventItem(event);

    expect(readContact(item)).toEqual(contact);
    expect(readContact({ ...item, body: event.body })).toEqual(contact);
  });

  it('returns null for a redacted event', () => {
    expect(readContact({ ...toEventItem(anEventAbout('ada')), body: '' })).toEqual({ id: null });
  });

  it('returns undefined for a body that cannot be read', () => {
    expect(readContact({ ...toEventItem(anEventAbout('ada')), body: Buffer.from([9]) })).toBeUndefined();
  });
});

describe('packed bodies', () => {
  it('have dictionaries that never change, because stored bodies depend on them', () => {
    const hash = createHash('sha256').update(DICTIONARY_1).digest('hex');

    expect(hash).toBe('c1c29829453bcafa100e6f43a463d0d752d8744f8f99c5af302c17e6d49ba615');
  });

  it.each(packed)('of form $form remain readable', ({ form, base64, body, recordedAt, ...context }) => {
    const bytes = Buffer.from(base64, 'base64');

    expect(bytes[0]).toBe(form);
    expect(unpackBody(bytes, { ...context, recordedAt: new Date(recordedAt) })).toBe(body);
  });

  it('are plain if compression would make them longer', () => {
    const event = anEvent({ body: '😀' });

    expect([...packBody(event.body, event)]).toEqual([0, ...Buffer.from(event.body)]);
  });

  it('are rejected if they are longer than any request, so that broken bytes do not use up the memory', () => {
    const event = anEvent({ body: 'x'.repeat(5_000_000) });

    expect(() => unpackBody(packBody(event.body, event), event)).toThrow('larger than');
  });

  it('return long bodies unchanged', () => {
    const event = anEvent({ body: JSON.stringify({ text: 'Größe 💡 '.repeat(20_000) }) });

    expect(unpackBody(packBody(event.body, event), event)).toBe(event.body);
  });
});

describe('decodeMatches', () => {
  it('returns what encodeMatches stored, for any version', () => {
    const matches = [0, 127, 128, 16_383, 16_384, Number.MAX_SAFE_INTEGER].map((settingsVersion) => ({
      endpointId: randomUUID(),
      settingsVersion,
      shards: 16,
    }));

    expect(decodeMatches(encodeMatches(matches))).toEqual(matches);
    expect(decodeMatches(encodeMatches([]))).toEqual([]);
  });
});

/** The size of the item of an event like the sample, with other identifiers, times and texts. */
function sizeOf(event: CatalogueEvent, endpoints: number): number {
  const matches = Array.from({ length: endpoints }, () => ({
    endpointId: newId(NOW),
    settingsVersion: 12,
    shards: 1,
  }));
  const item = toEventItem({ ...aRecorded(event), matches });
  return itemSize(marshall(item, { removeUndefinedValues: true }));
}

function aRecorded(event: CatalogueEvent) {
  const data = freshSample(event, NOW, Math.random);
  const ids = { id: newId(NOW), correlationId: newId(NOW) };
  return buildEvent(
    { event, workspaceId: randomUUID(), occurredAt: NOW, data },
    { ...ids, now: NOW, directory: [] },
  );
}

function base64Bytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value;
}

import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { buildEnvelope, envelopeSchema } from '#shared/events/catalogue/envelope.ts';
import { CHANNELS, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { normaliseData } from '#shared/events/catalogue/normalise-data.ts';
import { checkSubscriptions } from '#shared/events/subscriptions/subscription-rules.ts';
import {
  decodeSubscriptions,
  encodeSubscriptions,
  isSubscribed,
} from '#shared/events/subscriptions/subscription-set.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

/** The parts of a valibot schema that an input can be made from. */
type Shape = {
  readonly type: string;
  readonly entries?: Record<string, Shape>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly literal?: unknown;
  readonly pipe?: readonly Shape[];
};

const MISSING: Shape = { type: 'missing' };

/** Texts that break naive cutting: long, of surrogate pairs, joined emoji, accents and line breaks. */
const nastyText = fc
  .record({
    head: fc.string({ unit: 'grapheme', maxLength: 6 }),
    piece: fc.constantFrom('a', 'é', '💡', '👩‍👩‍👧', 'e\u0301', '\t', '\r\n'),
    times: fc.oneof(
      fc.nat(20),
      fc.integer({ min: 900, max: 1_100 }),
      fc.integer({ min: 9_900, max: 10_100 }),
    ),
  })
  .map(({ head, piece, times }) => head + piece.repeat(times));

const uuid = fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase()));

const instant = fc
  .tuple(
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constantFrom('Z', '+05:30', '-11:00'),
    fc.constantFrom('', '.5', '.123456789'),
  )
  .map(([date, zone, fraction]) => date.toISOString().slice(0, 19) + fraction + zone);

const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(), fc.option(fc.nat(), { nil: undefined }))
  .map(([sign, whole, part]) => sign + whole + (part === undefined ? '' : `.${part}`));

/** Members that are strings of a certain form; every other string is a text. */
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  id: uuid,
  ids: uuid,
  created_at: instant,
  sent_at: instant,
  status_at: instant,
  paid_at: instant,
  scheduled_at: instant,
  ends_at: instant,
  amount: decimal,
  total: decimal,
  currency: fc.constantFrom('EUR', 'USD'),
  direction: fc.constantFrom('in', 'out'),
  channel: fc.constantFrom(...CHANNELS.slice(1)),
};

/** Anything the ingest schema takes, made by walking the schema itself. */
function inputOf(schema: Shape, name = ''): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'strict_object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.entries ?? {}).map(([key, entry]) => [key, inputOf(entry, key)]),
        ),
        {
          requiredKeys: Object.keys(schema.entries ?? {}).filter(
            (key) => schema.entries?.[key]?.type !== 'nullish',
          ),
        },
      );
    case 'nullish': {
      const wrapped: Shape = schema.wrapped ?? MISSING;
      const nothing = wrapped.type === 'string' ? [null, undefined, ''] : [null, undefined];
      return fc.oneof({ weight: 4, arbitrary: inputOf(wrapped, name) }, fc.constantFrom(...nothing));
    }
    case 'array':
      // A few items repeated: huge lists of long texts would only test the machine's memory.
      return fc
        .tuple(fc.array(inputOf(schema.item ?? MISSING, name), { maxLength: 3 }), fc.nat(120))
        .map(([items, times]) => Array.from({ length: times }, () => items).flat());
    case 'unknown':
    case 'custom':
      // An object stands behind checks in a pipe, a required one in a pipe of its own around that.
      return inputOf(
        schema.pipe?.find(({ type, pipe }) => type === 'strict_object' || (type === 'custom' && pipe)) ??
          schema.pipe?.[0] ??
          MISSING,
        name,
      );
    case 'literal':
      return fc.constant(schema.literal);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.maxSafeNat();
    case 'string':
      return FORMATS[name] ?? nastyText;
    default:
      throw new Error(`no input for a schema of type ${schema.type}`);
  }
}

describe('an event with any data its ingest schema takes', () => {
  it.each(EVENT_CATALOGUE)('is sent as documented: $name', (event) => {
    const schema = envelopeSchema(event);
    const parts = { id: '0198f3b0-1111-7222-8333-444455556666', event, test: false };
    const workspaceId = '0198f3b0-7777-7888-9999-aaaabbbbcccc';

    fc.assert(
      fc.property(inputOf(event.data), (data) => {
        const envelope = buildEnvelope({ ...parts, occurredAt: new Date(0), workspaceId, data });

        // Equal, because the schema would drop a member it does not name.
        expect(v.parse(schema, envelope)).toEqual(envelope);
        expect(JSON.stringify(envelope)).not.toMatch(/:(null|""|\{\})[,}]|\\ud[89a-f]/);
        expect(normaliseData(event, envelope.data)).toEqual(envelope.data);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a list of subscriptions', () => {
  const asked = fc.array(
    fc.record({
      event: fc.oneof(fc.constantFrom(...EVENT_CATALOGUE.map(({ name }) => name)), fc.string()),
      channel: fc.option(fc.oneof(fc.constantFrom(...CHANNELS), fc.string()), { nil: undefined }),
    }),
    { maxLength: 60 },
  );

  it('is encoded without loss, apart from duplicates', () => {
    fc.assert(
      fc.property(asked, (list) => {
        const { subscriptions } = checkSubscriptions(list);
        const text = encodeSubscriptions(subscriptions);

        const keys = (of: typeof subscriptions) =>
          of.map(({ event, channel }) => `${event} ${channel}`).toSorted();
        expect(keys(decodeSubscriptions(text))).toEqual(keys(subscriptions));
        expect(encodeSubscriptions(decodeSubscriptions(text))).toBe(text);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('matches in its encoded form exactly as the plain list', () => {
    const happened = fc.record({
      event: fc.constantFrom(...EVENT_CATALOGUE),
      channel: fc.constantFrom(undefined, ...CHANNELS),
    });

    fc.assert(
      fc.property(asked, happened, (list, { event, channel }) => {
        const { subscriptions } = checkSubscriptions(list);

        const expected = subscriptions.some(
          (one) => one.event === event.name && (one.channel === 'all' || one.channel === channel),
        );
        expect(isSubscribed(encodeSubscriptions(subscriptions), event, channel)).toBe(expected);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('becomes either a subscription or a problem', () => {
    fc.assert(
      fc.property(asked, (list) => {
        const { subscriptions, problems } = checkSubscriptions(list);
        const refused = new Set(problems.map(({ index }) => index));

        const kept = list.filter((_, index) => !refused.has(index));
        const keys = kept.map(({ event, channel }) => `${event} ${channel ?? 'all'}`);
        expect(subscriptions.map(({ event, channel }) => `${event} ${channel}`)).toEqual([...new Set(keys)]);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

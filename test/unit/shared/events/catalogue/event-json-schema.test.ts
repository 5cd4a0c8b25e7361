import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { eventJsonSchema } from '#shared/events/catalogue/event-json-schema.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';

const PARTS = {
  id: '0198f3b0-1111-7222-8333-444455556666',
  workspaceId: '0198f3b0-7777-7888-9999-aaaabbbbcccc',
  occurredAt: new Date('2026-03-14T09:26:53.005Z'),
};

// Formats are annotations in 2020-12; the patterns next to them validate.
const validator = () =>
  new Ajv2020({ strict: true, strictTypes: false, formats: { uuid: true, 'date-time': true } });

describe('eventJsonSchema', () => {
  it.each(EVENT_CATALOGUE)('compiles for $name and accepts its sample', (event) => {
    const validate = validator().compile(eventJsonSchema(event));

    validate(sampleEnvelope(event, PARTS));

    expect(validate.errors).toBeNull();
  });

  describe('of one event', () => {
    const event = findEvent('salesbot.message.received');
    if (event === undefined) throw new Error('the catalogue lost an event');
    const validate = validator().compile(eventJsonSchema(event));
    const withText = (text: string) => {
      const sample = sampleEnvelope(event, PARTS);
      return { ...sample, data: { message: { id: PARTS.id, text } } };
    };

    it('declares its dialect, and describes the event', () => {
      expect(eventJsonSchema(event)).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: event.title,
        description: event.description,
      });
    });

    it('counts text lengths in code points', () => {
      expect(validate(withText('💡'.repeat(10_000)))).toBe(true);
      expect(validate(withText('x'.repeat(10_001)))).toBe(false);
    });

    it('rejects other events', () => {
      expect(validate({ ...withText('x'), event: 'salesbot.message.sent' })).toBe(false);
      expect(validate({ ...withText('x'), data: {} })).toBe(false);
    });

    it('allows fields that are added later', () => {
      expect(validate({ ...withText('x'), region: 'eu' })).toBe(true);
    });
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { buildEnvelope, envelopeSchema } from '#shared/events/catalogue/envelope.ts';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';

const ID = '0198f3b0-1111-7222-8333-444455556666';
const WORKSPACE_ID = '0198f3b0-7777-7888-9999-aaaabbbbcccc';
const OCCURRED_AT = new Date('2026-03-14T09:26:53.005Z');

describe('buildEnvelope', () => {
  it('has the fields of the specification, in its order, and normalised data', () => {
    const event = findEvent('publishing.post.published');
    if (event === undefined) throw new Error('the catalogue lost an event');

    const envelope = buildEnvelope({
      id: ID,
      event,
      occurredAt: OCCURRED_AT,
      workspaceId: WORKSPACE_ID,
      test: false,
      data: { status: 2, id: ID.toUpperCase() },
    });

    expect(JSON.stringify(envelope)).toBe(
      `{"id":"${ID}","schema_version":"1","event":"publishing.post.published","product":"publishing",` +
        `"occurred_at":"2026-03-14T09:26:53.005Z","workspace_id":"${WORKSPACE_ID}","test":false,` +
        `"data":{"id":"${ID}","status":2}}`,
    );
  });
});

describe('sampleEnvelope', () => {
  it.each(EVENT_CATALOGUE)('is a test event that fits the documentation of $name', (event) => {
    const envelope = sampleEnvelope(event, { id: ID, workspaceId: WORKSPACE_ID, occurredAt: OCCURRED_AT });

    expect(envelope).toMatchObject({ id: ID, workspace_id: WORKSPACE_ID, event: event.name, test: true });
    expect(envelope.data).toEqual(event.sampleData);
    expect(v.parse(envelopeSchema(event), envelope)).toEqual(envelope);
  });
});

describe('envelopeSchema', () => {
  const event = findEvent('salesbot.message.received');
  if (event === undefined) throw new Error('the catalogue lost an event');
  const sample = sampleEnvelope(event, { id: ID, workspaceId: WORKSPACE_ID, occurredAt: OCCURRED_AT });
  const schema = envelopeSchema(event);
  const withContact = (member: object) => ({
    ...sample,
    data: { ...sample.data, contact: { id: ID, ...member } },
  });

  it.each([
    ['a longer text', withContact({ name: 'x'.repeat(1_001) })],
    ['a longer list', withContact({ tags: Array.from({ length: 101 }, () => 'x') })],
    ['an id in upper case', withContact({ id: ID.toUpperCase() })],
    ['a timestamp with an offset', withContact({ created_at: '2026-03-14T09:26:53.000+01:00' })],
    ['a timestamp without milliseconds', withContact({ created_at: '2026-03-14T09:26:53Z' })],
    ['a field that is null', withContact({ name: null })],
    ['another event', { ...sample, event: 'salesbot.message.sent' }],
    ['another product', { ...sample, product: 'publishing' }],
    ['another version', { ...sample, schema_version: '2' }],
  ])('rejects %s', (_what, envelope) => {
    expect(v.is(schema, envelope)).toBe(false);
  });

  it('accepts 1,000 code points, which can be 2,000 UTF-16 units', () => {
    expect(v.is(schema, withContact({ name: '💡'.repeat(1_000) }))).toBe(true);
  });
});

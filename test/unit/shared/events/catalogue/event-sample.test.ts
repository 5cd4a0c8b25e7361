import { describe, expect, it } from 'vitest';
import { normaliseData } from '#shared/events/catalogue/envelope.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';

const IDENTITY = {
  id: '00000000-0000-4000-8000-000000000000',
  workspaceId: '00000000-0000-4000-8000-000000000001',
  occurredAt: new Date('2026-01-01T00:00:00.000Z'),
};

describe('sampleEnvelope', () => {
  it.each(EVENT_CATALOGUE.map((event) => [event.name, event] as const))(
    'contains data that are already normalised, on every channel: %s',
    (_, event) => {
      for (const channel of event.channels) {
        const { data } = sampleEnvelope(event, IDENTITY, channel);

        expect(JSON.stringify(data)).toBe(JSON.stringify(normaliseData(event, data)));
      }
    },
  );
});

import type { CatalogueEvent } from './catalogue-event.ts';
import type { Channel } from './channels.ts';
import { envelopeAround, type Envelope, type EnvelopeParts } from './envelope.ts';
import type { EventData } from './object-field.ts';

/** Objects of the data whose `platform` decides the channel. */
const PLATFORM_OF = ['message', 'contact'];

/**
 * A test event: the sample of the catalogue with this identity and channel (docs/specification/webhooks.md#test-events). Samples are
 * normalised in the catalogue, so no schema is created for them.
 */
export function sampleEnvelope(
  event: CatalogueEvent,
  parts: Pick<EnvelopeParts, 'id' | 'workspaceId' | 'occurredAt'>,
  channel: Channel = 'all',
): Envelope {
  const data = channel === 'all' ? event.sampleData : onChannel(event.sampleData, channel);
  return envelopeAround(data, { ...parts, event, test: true });
}

function onChannel(data: EventData, channel: Channel): EventData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'channel') return [name, channel];
      const hasPlatform =
        PLATFORM_OF.includes(name) && typeof value === 'object' && value !== null && 'platform' in value;
      return [name, hasPlatform ? { ...value, platform: channel } : value];
    }),
  );
}

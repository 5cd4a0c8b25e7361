import type { Channel } from '#shared/platform/core/channels.ts';
import type { CatalogueEvent } from './catalogue-event.ts';
import { buildEnvelope, type Envelope, type EnvelopeParts } from './envelope.ts';
import type { EventData } from './object-field.ts';

/** Members of data that tell where an event happened, by the object that holds them. */
const PLATFORM_OF = ['message', 'contact'];

/** A test event: the sample of the catalogue under this identity, as if it had happened on this channel (G106). */
export function sampleEnvelope(
  event: CatalogueEvent,
  parts: Pick<EnvelopeParts, 'id' | 'workspaceId' | 'occurredAt'>,
  channel: Channel = 'all',
): Envelope {
  const data = channel === 'all' ? event.sampleData : onChannel(event.sampleData, channel);
  return buildEnvelope({ ...parts, event, test: true, data });
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

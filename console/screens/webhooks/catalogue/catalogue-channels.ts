import type { CatalogueEvent } from '#console/screens/webhooks/endpoint-reads.ts';

/** The channels of all events, without `all`. */
export function channelsIn(events: readonly CatalogueEvent[]): readonly string[] {
  const channels = new Set<string>(events.flatMap((event) => event.channels));
  channels.delete('all');
  return [...channels];
}

/** Whether a channel reports an event: always, only for some messages, or never. */
export function reachOf(event: CatalogueEvent, channel: string): 'yes' | 'limited' | '–' {
  if (event.limited_channels.some((each) => each === channel)) return 'limited';
  return event.channels.some((each) => each === channel) ? 'yes' : '–';
}

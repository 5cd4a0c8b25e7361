import type { components } from '#clients/typescript/schema.d.ts';

type Endpoint = components['schemas']['Endpoint'];
type Event = Pick<
  components['schemas']['EventWithDeliveries'],
  'event' | 'channel' | 'test' | 'recorded_at' | 'filtered_out'
>;

/**
 * Why an endpoint without a delivery did not receive an event. The event has the endpoints whose filter excluded it. All other reasons are computed
 * from the current settings. The settings can have changed since the event was recorded, and earlier settings are not stored.
 */
export function whyNot(endpoint: Endpoint, event: Event): string {
  if (event.test) return 'A test event goes only to the endpoint that it was sent to.';
  if (event.filtered_out.includes(endpoint.id)) return 'The filter of the endpoint excluded the event.';
  if (Date.parse(endpoint.created_at) > Date.parse(event.recorded_at))
    return 'The endpoint was created after the event.';
  const subscriptions = endpoint.subscriptions.filter((each) => each.event === event.event);
  if (subscriptions.length === 0) return `The endpoint is not subscribed to ${event.event}.`;
  const channels = subscriptions.map(({ channel }) => channel);
  if (!channels.some((channel) => channel === 'all' || channel === event.channel))
    return `The endpoint is subscribed for ${channels.join(', ')} only, and the event ${event.channel === null ? 'has no channel' : `happened on ${event.channel}`}.`;
  if (endpoint.state === 'paused')
    return 'The endpoint is paused. It never receives events that occur while it is paused.';
  if (subscriptions.every(({ filter }) => filter))
    return 'The endpoint has a filter now, but no filter excluded the event. When the event was recorded, the endpoint was paused or had other settings.';
  return 'The current settings match the event. When the event was recorded, the endpoint was paused or had other settings.';
}

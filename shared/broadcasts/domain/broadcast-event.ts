import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent, type Recording } from '#shared/events/recording/build-event.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { BroadcastTransition } from './broadcast-transition.ts';

/** The event that a state transition emits, to be written in the same transaction; undefined if it emits none. */
export function toTransitionEvent(
  { broadcast, emits }: BroadcastTransition,
  recording: Recording,
): RecordedEvent | undefined {
  if (emits === undefined) return undefined;
  const event = findEvent(emits);
  if (!event) throw new Error(`The catalogue has no event ${emits}`);
  const { id, workspaceId, name, channel, recipients, sent, failed } = broadcast;
  // Unknown counters are null, so the event omits them.
  const data = { broadcast: { id, name, recipients, sent, failed } };
  return buildEvent({ event, workspaceId, occurredAt: recording.now, channel, data }, recording);
}

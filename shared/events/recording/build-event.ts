import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { buildEnvelope } from '#shared/events/catalogue/envelope.ts';
import { eventChannel } from '#shared/events/catalogue/event-channel.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { matchEndpoints } from './match-endpoints.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** Something that happened in a workspace, as reported by a producer or caused by a command. */
export type Occurrence = {
  readonly event: CatalogueEvent;
  readonly workspaceId: string;
  /** A text, as UTC with milliseconds, can be a leap second. */
  readonly occurredAt: Date | string;
  /** The channel of the request; otherwise the data decides. */
  readonly channel?: string | undefined;
  readonly data: unknown;
};

/** What recording adds: identity, time, and the endpoint directory, which was just read. */
export type Recording = {
  readonly id: string;
  readonly now: Date;
  readonly directory: readonly DirectoryEntry[];
  readonly correlationId: string;
};

/**
 * The event of an occurrence, with its final body bytes and its matches. All events are built here, whether ingested or
 * caused by a command. @throws ValiError if the data does not match the event
 */
export function buildEvent(
  occurrence: Occurrence,
  { id, now, directory, correlationId }: Recording,
): RecordedEvent {
  const { event, workspaceId, occurredAt, channel: requested, data } = occurrence;
  const channel = eventChannel(event, { channel: requested, data });
  const envelope = buildEnvelope({ id, event, occurredAt, workspaceId, test: false, data });
  return {
    id,
    workspaceId,
    event: event.name,
    product: event.product,
    channel: channel ?? null,
    test: false,
    body: JSON.stringify(envelope),
    // Filters are compared with the data as it is stored and sent, so that a preview with stored events has the same result.
    ...matchEndpoints(directory, { event, channel, data: envelope.data }),
    recordedAt: now,
    correlationId,
  };
}

import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { buildEnvelope } from '#shared/events/catalogue/envelope.ts';
import { channelOf } from '#shared/events/catalogue/event-channel.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { matchEndpoints, type RecordedEvent } from './recorded-event.ts';

/** Something that happened in a workspace, as the command that caused it or was told of it knows it. */
export type Occurrence = {
  readonly event: CatalogueEvent;
  readonly workspaceId: string;
  readonly occurredAt: Date;
  /** The producer's word for the channel; otherwise the data tells (R21). */
  readonly channel?: string | undefined;
  readonly data: unknown;
};

/** What recording adds: identity, time, and the endpoint directory as just read (H1). */
export type Recording = {
  readonly id: string;
  readonly now: Date;
  readonly directory: readonly DirectoryEntry[];
  readonly correlationId: string;
};

/**
 * The event to write for an occurrence, with its final body bytes and its matches: the one way events come to be, whether
 * ingested or caused by a command. Throws a `ValiError` if the data does not fit the event.
 */
export function buildEvent(
  occurrence: Occurrence,
  { id, now, directory, correlationId }: Recording,
): RecordedEvent {
  const { event, workspaceId, occurredAt, channel: named, data } = occurrence;
  const channel = channelOf(event, { channel: named, data });
  return {
    id,
    workspaceId,
    event: event.name,
    product: event.product,
    channel: channel ?? null,
    test: false,
    body: JSON.stringify(buildEnvelope({ id, event, occurredAt, workspaceId, test: false, data })),
    matches: matchEndpoints(directory, event, channel),
    recordedAt: now,
    correlationId,
  };
}

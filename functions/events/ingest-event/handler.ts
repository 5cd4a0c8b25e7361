import { CHANNELS, isChannel } from '#shared/events/catalogue/channels.ts';
import { type CatalogueEvent, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { channelSource, isOnlyForAll } from '#shared/events/catalogue/event-channel.ts';
import type { ManagedType } from '#shared/events/catalogue/record-type.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { EventStore } from '#shared/events/ports/event-store.ts';
import type { ManagedRecords } from '#shared/events/ports/managed-records.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import type { ErrorKind } from '#shared/platform/core/error-kind.ts';
import { type ErrorCode, ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import { instantOf } from '#shared/platform/core/utc-timestamp.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { requirePlausibleTime } from '#shared/platform/http/plausible-time.ts';
import { parseContent } from '#shared/platform/http/read-request.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly events: Pick<EventStore, 'record'>;
  readonly endpoints: EndpointDirectory;
  readonly managed: ManagedRecords;
};

/**
 * Records an event with its matched endpoints (docs/specification/events.md#event-matching). After the response, the platform must
 * deliver it.
 */
export function createHandler({
  events,
  endpoints,
  managed,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, requestId, command }) {
      const event = requireIngestible(body.event);
      const data = parseContent(event.data, body.data, { in: 'body', at: '#/data' });
      const channel = body.channel ?? undefined;
      requireKnownChannel(event, channel);
      requireReportedStatus(event, channel, data);
      const occurredAt = body.occurred_at ?? now.toISOString();
      requirePlausibleTime(instantOf(occurredAt), now, '#/occurred_at');
      const subject = subjectOf(event, data);
      if (subject && (await managed.has(workspaceId, subject.type, subject.id, now)))
        throw managedError(subject);

      const recorded = buildEvent(
        { event, workspaceId, occurredAt, channel, data },
        {
          id: newId(now),
          now,
          directory: await endpoints.readDirectory(workspaceId),
          correlationId: requestId,
        },
      );
      const response = accepted(recorded.id, recorded.matches.length);
      const earlier = await events.record(recorded, await command(response), body.dedupe_key);
      return earlier ? accepted(earlier.eventId, earlier.matchedEndpoints) : response;
    },
  };
}

function accepted(id: string, matchedEndpoints: number) {
  return { status: 202, body: { data: { id, matched_endpoints: matchedEndpoints } } };
}

/** Only messaging events can be ingested; the platform itself emits publishing events. */
function requireIngestible(name: string): CatalogueEvent {
  const event = findEvent(name);
  if (!event)
    throw rejection(
      '#/event',
      eventsErrors.event_unknown,
      'No event has this name. The operation listAvailableEvents returns all names.',
    );
  if (event.product === 'salesbot') return event;
  throw rejection(
    '#/event',
    eventsErrors.event_not_ingestible,
    'Only the platform can emit publishing events. Use a salesbot.* event.',
  );
}

/** The types of records whose events the platform itself emits, with the operations that cause these events. */
const INSTEAD: Readonly<Record<ManagedType, string>> = {
  contact: 'updateContact',
  conversation: 'assignConversation or closeConversation',
  message: 'reportMessage or receiveMessage',
  broadcast: 'reportBroadcast',
};

type Subject = { readonly type: ManagedType; readonly id: string };

/**
 * The record that an event is about, if the platform can manage it. The platform emits the events of the records that it stores, each once.
 * Events about other subjects may name such a record (docs/specification/events.md#events-of-stored-records).
 */
function subjectOf({ name }: CatalogueEvent, data: Record<string, unknown>): Subject | undefined {
  const [, type = ''] = name.split('.');
  if (!isManageable(type)) return undefined;
  const id = findId(data[type]);
  return id === undefined ? undefined : { type, id };
}

function isManageable(type: string): type is ManagedType {
  return Object.hasOwn(INSTEAD, type);
}

function managedError({ type, id }: Subject): PlatformError {
  const detail = `The platform manages this ${type} and emits its events. Use the operation ${INSTEAD[type]} instead.`;
  return type === 'broadcast'
    ? new PlatformError(eventsErrors.broadcast_state_invalid, detail)
    : new PlatformError(eventsErrors.record_managed_here, detail, { [type]: id });
}

/** The id of a record in event data, if the event has the record. */
function findId(record: unknown): string | undefined {
  const isObject = typeof record === 'object' && record !== null;
  return isObject && 'id' in record ? String(record.id) : undefined;
}

function requireKnownChannel(event: CatalogueEvent, channel: string | undefined): void {
  if (channel === undefined) return;
  if (!isChannel(channel))
    throw rejection('#/channel', eventsErrors.channel_unknown, `Use one of ${CHANNELS.join(', ')}.`);
  if (channel === 'all' && !isOnlyForAll(event))
    throw rejection(
      '#/channel',
      eventsErrors.channel_not_allowed,
      'Only subscriptions have the channel "all". Send the channel that the event happened on, or remove the field.',
    );
  if (event.channels.includes(channel) || event.unsupportedChannels.includes(channel)) return;
  throw rejection(
    '#/channel',
    eventsErrors.channel_not_allowed,
    'The event has no specific channel. Remove the channel.',
  );
}

/** An event that its channel never reports would match no subscription to the channel (docs/specification/webhooks.md#channel-status-support). */
function requireReportedStatus(
  event: CatalogueEvent,
  channel: string | undefined,
  data: Record<string, unknown>,
): void {
  const { value, pointer } = channelSource({ channel, data });
  const found = event.unsupportedChannels.find((unsupported) => unsupported === value);
  if (found === undefined) return;
  const detail = `The channel ${found} never reports ${event.name}. Send the channel that the event happened on.`;
  throw new ValidationError([
    { pointer, ...eventsErrors.channel_status_unsupported(), detail, event: event.name, channel: found },
  ]);
}

function rejection(pointer: string, error: ErrorKind<ErrorCode>, detail: string): ValidationError {
  return new ValidationError([{ pointer, ...error(), detail }]);
}

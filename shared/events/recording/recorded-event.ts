import type { Channel, Product } from '#shared/events/catalogue/channels.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';

/** Payloads can be read and resent for 7 days after recording (docs/specification/webhooks.md#payload-retention). */
export const PAYLOAD_RETENTION_MS = 7 * DAY_MS;

/** Event items outlive the retention, so that a late retry still finds its body. */
export const EVENT_TTL_MS = 14 * DAY_MS;

/**
 * A matched endpoint, with the version of its settings and its number of shards at the time of recording. The number decides the
 * partition of the delivery: it is stored, so that every later step computes the same one, however the endpoint has grown since.
 */
export type Match = {
  readonly endpointId: string;
  readonly settingsVersion: number;
  readonly shards: number;
};

/** A recorded event: immutable, with the exact bytes that every delivery sends and signs. */
export type RecordedEvent = {
  /** UUIDv7: its first 48 bits are the time of recording. */
  readonly id: string;
  readonly workspaceId: string;
  readonly event: string;
  readonly product: Product;
  readonly channel: Channel | null;
  readonly test: boolean;
  readonly body: string;
  readonly matches: readonly Match[];
  /** Ids of the endpoints that were enabled and subscribed, and whose filter excluded the event. */
  readonly filteredOut: readonly string[];
  readonly recordedAt: Date;
  /** Request id of the API call that caused the event; part of the log line of every attempt. */
  readonly correlationId: string;
};

/** The time until which the payload is readable and can be resent. */
export function payloadExpiry(recordedAt: Date): Date {
  return new Date(recordedAt.getTime() + PAYLOAD_RETENTION_MS);
}

import { randomUUID } from 'node:crypto';
import { type EventNews, newsOf } from '#shared/events/records/event-news.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

type Told = {
  readonly workspaceId?: string;
  readonly eventId?: string;
  /** When it happened; the time of recording by default. */
  readonly occurredAt?: Date;
  readonly recordedAt?: Date;
};

/** An ingested event with these data. */
export function anEventWith(
  data: Readonly<Record<string, unknown>>,
  {
    workspaceId = randomUUID(),
    recordedAt = NOW,
    eventId = newId(recordedAt),
    occurredAt = recordedAt,
  }: Told = {},
) {
  const body = JSON.stringify({ id: eventId, occurred_at: occurredAt.toISOString(), data });
  return anEvent({ id: eventId, workspaceId, recordedAt, body });
}

/** What an event with these data says. */
export function newsWith(data: Readonly<Record<string, unknown>>, told: Told = {}): EventNews {
  return newsOf(anEventWith(data, told));
}

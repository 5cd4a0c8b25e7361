import { randomUUID } from 'node:crypto';
import { type Erasure, newErasure } from '#shared/events/recording/erasure.ts';
import { type LogEntry, toLogEntry } from '#shared/events/recording/log-entry.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

export function anEvent(overrides: Partial<RecordedEvent> = {}): RecordedEvent {
  const recordedAt = overrides.recordedAt ?? NOW;
  return {
    id: newId(recordedAt),
    workspaceId: randomUUID(),
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    body: '{"id":"x"}',
    matches: [],
    filteredOut: [],
    recordedAt,
    correlationId: 'request-1',
    ...overrides,
  };
}

/** An erasure that is requested now. */
export function anErasure(overrides: Partial<Erasure> = {}): Erasure {
  const now = overrides.createdAt ?? NOW;
  const subject = { id: newId(now), workspaceId: randomUUID(), contact: hashContact(randomUUID()) };
  return { ...newErasure(subject, now), ...overrides };
}

/** An event about a contact. */
export function anEventAbout(contactId: string, overrides: Partial<RecordedEvent> = {}): RecordedEvent {
  return anEvent({
    body: JSON.stringify({ data: { contact: { id: contactId, name: 'Ada' } } }),
    ...overrides,
  });
}

/** The entry of an event in the log of its workspace. */
export function aLogEntry(overrides: Partial<LogEntry> = {}): LogEntry {
  return { ...toLogEntry(anEvent(), undefined), ...overrides };
}

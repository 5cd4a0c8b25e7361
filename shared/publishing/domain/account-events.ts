import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { PUBLISHING_EVENTS } from '#shared/events/catalogue/publishing-events.ts';
import { type Recording, buildEvent } from '#shared/events/recording/build-event.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Account } from './account.ts';

/** The event of a newly connected account (docs/specification/events.md#publishing-events). */
export function accountAdded(account: Account, recording: Recording): RecordedEvent {
  return record('publishing.account.added', account, viewOf(account), recording);
}

/** The event of a change to the name, the status or the credentials of an account; no other change emits an event. */
export function accountUpdated(account: Account, recording: Recording): RecordedEvent {
  return record('publishing.account.updated', account, viewOf(account), recording);
}

/** The event of a removed account. */
export function accountDeleted(account: Account, recording: Recording): RecordedEvent {
  return record('publishing.account.deleted', account, { id: account.uuid, deleted: true }, recording);
}

function viewOf({ uuid, name, provider, status }: Account) {
  return { id: uuid, name, provider, status };
}

function record(name: string, { workspaceId }: Account, data: unknown, recording: Recording): RecordedEvent {
  const event = PUBLISHING_EVENTS.find((one): one is CatalogueEvent => one.name === name);
  if (!event) throw new TypeError(`${name} is not in the catalogue`);
  return buildEvent({ event, workspaceId, occurredAt: recording.now, data }, recording);
}

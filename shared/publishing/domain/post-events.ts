import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { PUBLISHING_EVENTS } from '#shared/events/catalogue/publishing-events.ts';
import { type Recording, buildEvent } from '#shared/events/recording/build-event.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { type Post, POST_STATUSES } from './post.ts';

/** The event of a post that was scheduled or whose publishing run ended (docs/specification/events.md#publishing-events). */
export function postEvent(
  name: 'publishing.post.scheduled' | 'publishing.post.published' | 'publishing.post.publishing_failed',
  { id, workspaceId, status }: Post,
  recording: Recording,
): RecordedEvent {
  return record(name, workspaceId, { id, status: POST_STATUSES.indexOf(status) }, recording);
}

/**
 * The single event of posts that are deleted or trashed together; exactly one of its flags is true
 * (docs/specification/publishing.md#deleting-posts).
 */
export function postsDeleted(
  workspaceId: string,
  { ids, toTrash }: { readonly ids: readonly string[]; readonly toTrash: boolean },
  recording: Recording,
): RecordedEvent {
  const data = { ids, deleted: !toTrash, to_trash: toTrash };
  return record('publishing.post.deleted', workspaceId, data, recording);
}

function record(name: string, workspaceId: string, data: unknown, recording: Recording): RecordedEvent {
  const event = PUBLISHING_EVENTS.find((one): one is CatalogueEvent => one.name === name);
  if (!event) throw new TypeError(`${name} is not in the catalogue`);
  return buildEvent({ event, workspaceId, occurredAt: recording.now, data }, recording);
}

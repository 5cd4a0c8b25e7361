import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { HandlerResponse } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { chooseTime, type SentTime } from '#shared/publishing/domain/chosen-time.ts';
import { postEvent } from '#shared/publishing/domain/post-events.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import {
  type PublishingTime,
  schedulePost,
  scheduleRequestIssues,
  type Scheduling,
} from '#shared/publishing/domain/schedule-post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { type SlotSources, withFreeSlot } from '#shared/publishing/use-cases/free-slot.ts';
import { readReferences, type ReferenceStores } from './post-references.ts';
import { schedulingResponse } from './scheduling-response.ts';

/** The ports that scheduling a stored post needs. */
export type ScheduleDependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'save'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly endpoints: EndpointDirectory;
};

/** The ports that scheduling a stored post for a slot of the posting queue needs. */
export type QueueDependencies = ScheduleDependencies & SlotSources;

/** The parts of a request that scheduling needs. */
export type ScheduleRequest = {
  readonly principal: Principal;
  readonly resource: Post;
  readonly now: Date;
  readonly requestId: string;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/** How an operation changes the post; undefined if nothing changes. */
export type ScheduleChange = (scheduling: Scheduling) => Post | undefined;

/**
 * Schedules a stored post and writes its event in one transaction (docs/specification/publishing.md#scheduling-a-post). The state is checked
 * before the conditions: the date of a published post is usually in the past, and `schedule_in_past` would hide that it is
 * already published.
 */
export async function scheduleStoredPost(
  deps: ScheduleDependencies,
  { principal, resource: before, now, requestId, command }: ScheduleRequest,
  { time, timezone }: Pick<Scheduling, 'time' | 'timezone'>,
  change: ScheduleChange = (scheduling) => schedulePost(before, scheduling),
): Promise<HandlerResponse> {
  const scheduling = { now, timezone, time, by: principal.memberId };
  const after = change(scheduling);
  if (!after) return schedulingResponse(before);

  const { accounts, media } = await readReferences(deps, after.workspaceId, after);
  const issues = scheduleRequestIssues(after, accounts, media, scheduling);
  if (issues.length > 0) throw new ValidationError(issues);

  const event =
    before.status === 'scheduled' ? null : await scheduledEvent(deps.endpoints, after, { now, requestId });
  const response = schedulingResponse(after);
  await deps.posts.save(before, after, event, await command(response));
  return response;
}

/** Schedules a stored post for the next free slot of the posting queue. A queued post keeps its slot. */
export async function queueStoredPost(
  deps: QueueDependencies,
  request: ScheduleRequest,
  change?: ScheduleChange,
): Promise<HandlerResponse> {
  const { principal, resource, now } = request;
  if (resource.status === 'scheduled' && resource.queued && resource.run === null)
    return schedulingResponse(resource);
  const { timezone } = await loadWorkspace(deps.workspaces, principal);
  return withFreeSlot(deps, { workspaceId: principal.workspaceId, timezone, now }, (time) =>
    scheduleStoredPost(deps, request, { time, timezone }, change),
  );
}

/** The time that the body of a request chooses, and the time zone of the workspace. @throws ValidationError */
export async function readPublishingTime(
  workspaces: Pick<WorkspaceReader, 'find'>,
  principal: Principal,
  { postNow, ...sent }: SentTime & { readonly postNow: boolean },
): Promise<{ readonly time: PublishingTime; readonly timezone: string }> {
  const { timezone } = await loadWorkspace(workspaces, principal);
  const { chosen, issues } = chooseTime(sent, timezone);
  if (issues.length > 0) throw new ValidationError(issues);
  if (chosen !== null) return { time: { ...chosen, queued: false }, timezone };
  return { time: postNow ? 'now' : 'stored', timezone };
}

/** The event of a post that was scheduled. */
export async function scheduledEvent(
  endpoints: EndpointDirectory,
  post: Post,
  { now, requestId }: Pick<ScheduleRequest, 'now' | 'requestId'>,
): Promise<RecordedEvent> {
  const directory = await endpoints.readDirectory(post.workspaceId);
  const recording = { id: newId(now), now, directory, correlationId: requestId };
  return postEvent('publishing.post.scheduled', post, recording);
}

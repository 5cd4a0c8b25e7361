import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { HandlerResponse, OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { isTimed, newPost } from '#shared/publishing/domain/post-edit.ts';
import { postWarnings } from '#shared/publishing/domain/post-warnings.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import {
  type PublishingTime,
  schedulePost,
  scheduleRequestIssues,
} from '#shared/publishing/domain/schedule-post.ts';
import { requirePublish } from '#shared/publishing/http/post-access.ts';
import { toPostBody } from '#shared/publishing/http/post-body.ts';
import {
  type PostReferences,
  readNewPostTime,
  type ReferenceStores,
  resolveReferences,
} from '#shared/publishing/http/post-references.ts';
import { postView } from '#shared/publishing/http/post-view.ts';
import { scheduledEvent } from '#shared/publishing/http/schedule-stored-post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { type SlotSources, withFreeSlot } from '#shared/publishing/use-cases/free-slot.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores &
  SlotSources & {
    readonly posts: Pick<PostStore, 'create'>;
    readonly workspaces: Pick<WorkspaceReader, 'find'>;
    readonly endpoints: EndpointDirectory;
  };

type Request = OperationRequest<typeof operation>;

/**
 * Creates a post: a draft, even if it has a date and time, or a scheduled post with its event in the same transaction. A post that
 * cannot be scheduled is not created (docs/specification/publishing.md#scheduling-on-creation).
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { principal, body: sent, now } = request;
      const { workspaceId } = principal;
      const isScheduled = sent.schedule || sent.schedule_now || sent.queue;
      const body = toPostBody(sent);
      if (isTimed(body)) requirePublish(principal, 'The request has a date and a time');
      if (isScheduled) requirePublish(principal, 'The request schedules the post');

      const [references, { date, time, issues, ...postTime }] = await Promise.all([
        resolveReferences(deps, workspaceId, sent),
        readNewPostTime(deps.workspaces, workspaceId, sent),
      ]);
      const problems = [...references.issues, ...issues];
      if (problems.length > 0) throw new ValidationError(problems);

      const draft = newPost({ id: newId(now), workspaceId }, { ...body, date, time }, postTime, now);
      if (!isScheduled) return create(request, draft, references);
      const schedule = (at: PublishingTime) => createScheduled(request, draft, references, at);
      if (!sent.queue) return schedule(sent.schedule_now ? 'now' : 'stored');
      return withFreeSlot(deps, { workspaceId, timezone: draft.timezone, now }, schedule);
    },
  };

  function createScheduled(
    request: Request,
    draft: Post,
    references: PostReferences,
    time: PublishingTime,
  ): Promise<HandlerResponse> {
    const { principal, now } = request;
    const scheduling = { now, timezone: draft.timezone, time, by: principal.memberId };
    const post = { ...draft, ...schedulePost(draft, scheduling), revision: draft.revision };
    const issues = scheduleRequestIssues(post, references.accounts, references.media, scheduling);
    if (issues.length > 0) throw new ValidationError(issues);
    return create(request, post, references);
  }

  async function create(
    { principal: { workspaceId }, now, baseUrl, requestId, command }: Request,
    post: Post,
    { accounts, media }: PostReferences,
  ): Promise<HandlerResponse> {
    const response = {
      status: 201,
      headers: { Location: `${baseUrl}/os/api/${workspaceId}/posts/${post.id}` },
      body: { data: postView(post, { publications: [], warnings: postWarnings(post, accounts, media) }) },
    };
    const isScheduled = post.status === 'scheduled';
    const event = isScheduled ? await scheduledEvent(deps.endpoints, post, { now, requestId }) : null;
    await deps.posts.create(post, await command(response, { checksKey: isScheduled }), event);
    return response;
  }
}

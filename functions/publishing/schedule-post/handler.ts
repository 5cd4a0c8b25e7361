import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { loadWorkspace } from '#shared/platform/use-cases/load-workspace.ts';
import { postEvent } from '#shared/publishing/domain/post-events.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { schedulePost, scheduleRequestIssues } from '#shared/publishing/domain/schedule-post.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { schedulingResponse } from '#shared/publishing/http/scheduling-response.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { readReferences, type ReferenceStores } from '#shared/publishing/use-cases/post-references.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly endpoints: EndpointDirectory;
};

/**
 * Schedules a post and writes its event in one transaction (docs/specification.md#scheduling-a-post). The state is checked
 * before the conditions: the date of a published post is usually in the past, and `schedule_in_past` would hide that it is
 * already published.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle({ resource: before, principal, body: { postNow }, now, requestId, command }) {
      const { timezone } = await loadWorkspace(deps.workspaces, principal);
      const scheduling = { now, timezone, postNow };
      const after = schedulePost(before, scheduling);
      if (!after) return schedulingResponse(before);

      const { accounts, media } = await readReferences(deps, after.workspaceId, after);
      const issues = scheduleRequestIssues(after, accounts, media, scheduling);
      if (issues.length > 0) throw new ValidationError(issues);

      const event = before.status === 'scheduled' ? null : await scheduledEvent(after, now, requestId);
      const response = schedulingResponse(after);
      await deps.posts.save(before, after, event, await command(response));
      return response;
    },
  };

  async function scheduledEvent(post: Post, now: Date, correlationId: string) {
    const directory = await deps.endpoints.readDirectory(post.workspaceId);
    return postEvent('publishing.post.scheduled', post, { id: newId(now), now, directory, correlationId });
  }
}

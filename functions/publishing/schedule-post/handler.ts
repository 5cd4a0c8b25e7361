import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { loadWorkspace } from '#shared/platform/use-cases/load-workspace.ts';
import { postEvent } from '#shared/publishing/domain/post-events.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { schedulePost, schedulingFindings } from '#shared/publishing/domain/schedule-post.ts';
import { schedulingResponse } from '#shared/publishing/http/scheduling-response.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import { loadPost } from '#shared/publishing/use-cases/load-post.ts';
import { readReferences, type ReferenceStores } from '#shared/publishing/use-cases/post-references.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly workspaces: Pick<WorkspaceStore, 'find'>;
  readonly endpoints: Pick<EndpointStore, 'readDirectory'>;
};

/**
 * Schedules a post with its event in one transaction (G46). What it is comes before what it lacks: of a published post the
 * date is over as a rule, and nobody would ever hear that it is published.
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
      const issues = schedulingFindings(after, accounts, media, scheduling);
      if (issues.length > 0) throw new ValidationError(issues);

      const event = before.status === 'scheduled' ? null : await scheduledEvent(after, now, requestId);
      const answer = schedulingResponse(after);
      await deps.posts.save(before, after, event, await command(answer));
      return answer;
    },
  };

  async function scheduledEvent(post: Post, now: Date, correlationId: string) {
    const directory = await deps.endpoints.readDirectory(post.workspaceId);
    return postEvent('publishing.post.scheduled', post, { id: newId(now), now, directory, correlationId });
  }
}

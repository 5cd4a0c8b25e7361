import { ValidationError } from '#shared/platform/core/errors.ts';
import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { chooseTime } from '#shared/publishing/domain/chosen-time.ts';
import { submitPost } from '#shared/publishing/domain/post-approval.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { readinessIssues, timeIssues } from '#shared/publishing/domain/schedule-conditions.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import { readReferences, type ReferenceStores } from '#shared/publishing/http/post-references.ts';
import { schedulingResponse } from '#shared/publishing/http/scheduling-response.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = Pick<ReferenceStores, 'accounts' | 'media'> & {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/** Submits a post for approval, without an event: nothing is scheduled yet. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle({ principal, resource: before, body, now, command }) {
      const { timezone } = await loadWorkspace(deps.workspaces, principal);
      const { chosen, issues: sentIssues } = chooseTime(body, timezone);
      const after = submitPost(before, chosen, { now, by: principal.memberId, timezone });
      const { accounts, media } = await readReferences(deps, after.workspaceId, after);
      const issues = [
        ...sentIssues,
        ...(chosen === null ? [] : timeIssues(after, now)),
        ...readinessIssues(after, accounts, media),
      ];
      if (issues.length > 0) throw new ValidationError(issues);

      const response = schedulingResponse(after);
      await deps.posts.save(before, after, null, await command(response));
      return response;
    },
  };
}

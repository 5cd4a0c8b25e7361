import { PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { isTimed, replaceBody } from '#shared/publishing/domain/post-edit.ts';
import { postState, postStateError } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { scheduleIssues } from '#shared/publishing/domain/schedule-conditions.ts';
import { loadEditablePost, requirePublish } from '#shared/publishing/http/post-access.ts';
import { toPostBody } from '#shared/publishing/http/post-body.ts';
import {
  readPostTime,
  type ReferenceStores,
  resolveReferences,
} from '#shared/publishing/http/post-references.ts';
import { postRevision } from '#shared/publishing/http/post-view.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/**
 * Replaces the body of a post in one conditional write. Of two concurrent updates one wins as a whole, and a post that is
 * being published stays unchanged (docs/specification/publishing.md#updating-a-post). The update schedules nothing and emits no event.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadEditablePost(deps.posts, request),
    revisionOf: postRevision,

    async handle({ principal, resource: before, body: sent, now, command }) {
      const body = toPostBody(sent);
      if (isTimed(body)) requirePublish(principal, 'The request has a date and a time');

      const [{ accounts, media, issues }, time] = await Promise.all([
        resolveReferences(deps, principal.workspaceId, sent, before.tags),
        // Without a time, the time zone does not matter.
        isTimed(body)
          ? readPostTime(deps.workspaces, principal.workspaceId, body)
          : { timezone: before.timezone, scheduledAt: null },
      ]);
      // The issues of the body are reported before a state that rejects the update.
      const after = postStateError('update', before) ?? replaceBody(before, body, time, now);
      const unknown = new Set(issues.map(({ pointer }) => pointer));
      // Pointers refer to the list as sent, in which an account can occur twice.
      const unmet =
        !(after instanceof PlatformError) && staysScheduled(before, after)
          ? scheduleIssues({ ...after, accounts: sent.accounts ?? [] }, accounts, media, now)
          : [];
      const problems = [...issues, ...unmet.filter(({ pointer }) => !unknown.has(pointer))];
      if (problems.length > 0) throw new ValidationError(problems);
      if (after instanceof PlatformError) throw after;

      const headers = { ETag: entityTag(postRevision(after)) };
      const response = { status: 200, headers, body: { success: true } };
      await deps.posts.save(before, after, null, await command(response));
      return response;
    },
  };
}

/**
 * A post that stays scheduled is published without another check, so it must satisfy the conditions now
 * (docs/specification/publishing.md#posts-that-stay-scheduled).
 */
function staysScheduled(before: Post, after: Post): boolean {
  return postState(before) === 'scheduled' && after.status === 'scheduled';
}

import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { retryPost } from '#shared/publishing/domain/schedule-post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { loadPost } from '#shared/publishing/http/post-access.ts';
import {
  type ScheduleDependencies,
  scheduleStoredPost,
} from '#shared/publishing/http/schedule-stored-post.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import type { operation } from './operation.ts';

type Dependencies = ScheduleDependencies & {
  readonly posts: Pick<PostStore, 'find' | 'save'>;
  readonly accounts: Pick<AccountReader, 'find' | 'findAll'>;
};

/** Publishes a failed post again to one account. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    load: (request) => loadPost(deps.posts, request),

    async handle(request) {
      const { principal, params, resource: post } = request;
      const account = await deps.accounts.find(principal.workspaceId, params.account);
      if (!account || !post.accounts.includes(account.id)) throw notFound(publishingErrors.account_not_found);
      const { timezone } = await loadWorkspace(deps.workspaces, principal);
      return scheduleStoredPost(deps, request, { time: 'now', timezone }, (scheduling) =>
        retryPost(post, account.id, scheduling),
      );
    },
  };
}

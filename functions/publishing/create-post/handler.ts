import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { isTimed, newPost } from '#shared/publishing/domain/post-edit.ts';
import { postWarnings } from '#shared/publishing/domain/post-warnings.ts';
import { requirePublish } from '#shared/publishing/http/post-access.ts';
import { toPostBody } from '#shared/publishing/http/post-body.ts';
import { postView } from '#shared/publishing/http/post-view.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';
import {
  readPostTime,
  type ReferenceStores,
  resolveReferences,
} from '#shared/publishing/use-cases/post-references.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly posts: Pick<PostStore, 'create'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/** Creates a post as a draft, even if it has a date and time. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, body: sent, now, baseUrl, command }) {
      const { workspaceId } = principal;
      const body = toPostBody(sent);
      if (isTimed(body)) requirePublish(principal, 'The request has a date and a time');

      const [{ accounts, media, issues }, time] = await Promise.all([
        resolveReferences(deps, workspaceId, sent),
        readPostTime(deps.workspaces, workspaceId, body),
      ]);
      if (issues.length > 0) throw new ValidationError(issues);

      const post = newPost({ id: newId(now), workspaceId }, body, time, now);
      const warnings = postWarnings(post, accounts, media);
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/os/api/${workspaceId}/posts/${post.id}` },
        body: { data: postView(post, { publications: [], warnings }) },
      };
      await deps.posts.create(post, await command(response));
      return response;
    },
  };
}

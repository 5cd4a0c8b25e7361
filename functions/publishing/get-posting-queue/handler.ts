import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { queueRevision, readPostingQueueView } from '#shared/publishing/http/posting-queue-view.ts';
import type { PostingQueueReader } from '#shared/publishing/ports/posting-queue.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly postingQueue: PostingQueueReader;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/** Reads the posting queue of the workspace. */
export function createHandler({
  postingQueue,
  workspaces,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, now }) {
      const [{ timezone }, found] = await Promise.all([
        loadWorkspace(workspaces, principal),
        postingQueue.find(principal.workspaceId),
      ]);
      const data = await readPostingQueueView(postingQueue, found, { timezone, now });
      return { status: 200, headers: { ETag: entityTag(queueRevision(found)) }, body: { data } };
    },
  };
}

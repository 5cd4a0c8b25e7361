import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { type PostingQueue, withSlots } from '#shared/publishing/domain/posting-queue.ts';
import { queueRevision, readPostingQueueView } from '#shared/publishing/http/posting-queue-view.ts';
import type { PostingQueueStore } from '#shared/publishing/ports/posting-queue.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly postingQueue: PostingQueueStore;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
};

/** Replaces the slots of the posting queue. Scheduled posts keep their time. */
export function createHandler({
  postingQueue,
  workspaces,
}: Dependencies): OperationHandler<typeof operation, PostingQueue> {
  return {
    load: ({ principal }) => postingQueue.find(principal.workspaceId),
    revisionOf: queueRevision,

    async handle({ principal, resource: before, body, now, command }) {
      const after = withSlots(before, body.slots);
      const { timezone } = await loadWorkspace(workspaces, principal);
      const data = await readPostingQueueView(postingQueue, after ?? before, { timezone, now });
      const headers = { ETag: entityTag(data.revision) };
      const response = { status: 200, headers, body: { data } };
      if (after) await postingQueue.save(before, after, await command(response));
      return response;
    },
  };
}

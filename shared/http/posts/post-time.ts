import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { PostTime } from '#shared/domain/posts/post-edit.ts';
import type { PostBody } from '#shared/domain/posts/post.ts';
import { zonedInstant } from '#shared/domain/posts/zoned-time.ts';

type Workspaces = Pick<WorkspaceStore, 'find'>;

/** When a body's date and time are in the zone that the workspace has now (specification, Post; G41). */
export async function readPostTime(
  workspaces: Workspaces,
  workspaceId: string,
  { date, time }: Pick<PostBody, 'date' | 'time'>,
): Promise<PostTime> {
  const workspace = await workspaces.find(workspaceId);
  if (!workspace) throw new Error('The workspace of a key does not exist');
  const { timezone } = workspace;
  if (date === null || time === null) return { timezone, scheduledAt: null };
  return { timezone, scheduledAt: zonedInstant(date, time, timezone) };
}

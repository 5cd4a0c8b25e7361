import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { PostTime } from '#shared/publishing/domain/post-edit.ts';
import type { PostBody } from '#shared/publishing/domain/post.ts';
import { toTimestamp } from '#shared/publishing/domain/zoned-time.ts';

type Workspaces = Pick<WorkspaceStore, 'find'>;

/** Interprets the date and time of a body in the current time zone of the workspace. */
export async function readPostTime(
  workspaces: Workspaces,
  workspaceId: string,
  { date, time }: Pick<PostBody, 'date' | 'time'>,
): Promise<PostTime> {
  const workspace = await workspaces.find(workspaceId);
  if (!workspace) throw new Error('The workspace of a key does not exist');
  const { timezone } = workspace;
  if (date === null || time === null) return { timezone, scheduledAt: null };
  return { timezone, scheduledAt: toTimestamp(date, time, timezone) };
}

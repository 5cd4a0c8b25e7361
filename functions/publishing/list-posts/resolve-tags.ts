import { WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import { searchText } from '#shared/publishing/domain/texts/search-text.ts';
import type { TagReader } from '#shared/publishing/ports/account-store.ts';

/**
 * The ids of the tags that a filter names. Several tags can have the same name, and an unknown name has no id. All tags of a workspace
 * take one or two reads, because a tag has a few hundred bytes.
 */
export async function resolveTags(
  tags: Pick<TagReader, 'list'>,
  workspaceId: string,
  wanted: readonly (number | string)[] | undefined,
): Promise<readonly number[] | undefined> {
  const names = new Set(wanted?.filter((each) => typeof each === 'string'));
  const ids = wanted?.filter((each) => typeof each === 'number');
  if (ids === undefined || names.size === 0) return ids;
  const all = await tags.list(workspaceId, { limit: WORKSPACE_QUOTAS.tags.limit });
  return [...ids, ...all.filter(({ name }) => names.has(searchText(name))).map(({ id }) => id)];
}

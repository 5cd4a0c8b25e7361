import type { Tag } from './account.ts';

/** The changes of a tag. An absent field keeps its value. */
export type TagEdit = { readonly name?: string | undefined; readonly hexColor?: string | undefined };

/** The tag after an edit, or undefined if nothing changes. */
export function editTag(before: Tag, edit: TagEdit): Tag | undefined {
  const { name = before.name, hexColor = before.hexColor } = edit;
  if (name === before.name && hexColor === before.hexColor) return undefined;
  return { ...before, name, hexColor, revision: before.revision + 1 };
}

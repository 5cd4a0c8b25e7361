import { directoryKeys } from './keys.ts';
import type { Item } from './table.ts';
import { type Condition, type Expression, putItem, updateItem, type Write } from './write.ts';

/** Puts all copies of an endpoint directory with the same attributes. */
export function putDirectory(workspaceId: string, attributes: Item, condition: Condition): Write[] {
  return directoryKeys(workspaceId).map((key) => putItem({ ...attributes, ...key }, condition));
}

/**
 * Updates all copies of an endpoint directory. An event reads only one of them, so every change of an endpoint has all of these writes in
 * its transaction.
 */
export function updateDirectory(workspaceId: string, update: Expression, condition: Condition): Write[] {
  return directoryKeys(workspaceId).map((key) => updateItem(key, update, condition));
}

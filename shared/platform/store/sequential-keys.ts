import type { Key } from './keys.ts';

/** A resource with an integer id, of a kind such as `A` for accounts; the items sort numerically. */
export function sequentialKey(workspaceId: string, kind: string, id: number): Key {
  return { pk: `${kind}#${workspaceId}`, sk: digits(id) };
}

/** The pointer from a UUID, as used in URLs, to the integer id. */
export function sequentialPointerKey(workspaceId: string, kind: string, uuid: string): Key {
  return { pk: `${kind}#${workspaceId}`, sk: `U#${uuid}` };
}

/** The latest integer id given to an item of one kind. */
export function sequenceKey(workspaceId: string, kind: string): Key {
  return { pk: `${kind}#${workspaceId}`, sk: 'LAST' };
}

/** Pads a number with zeros to the length of the largest safe integer, so that keys sort by it. */
export function digits(value: number): string {
  return String(value).padStart(16, '0');
}

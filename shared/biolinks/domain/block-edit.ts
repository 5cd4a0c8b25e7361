import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { Block } from './block.ts';

/** The fields of a block that a client sets. */
export type BlockFields = Pick<Block, 'content' | 'visible' | 'startsAt' | 'endsAt'>;

/** A new block. */
export function newBlock(
  identity: Pick<Block, 'id' | 'workspaceId' | 'pageId'>,
  fields: BlockFields,
  now: Date,
): Block {
  return { ...identity, ...fields, createdAt: now, updatedAt: now };
}

/**
 * The block after an edit, or undefined if nothing changes; then the revision stays
 * (docs/specification.md#edits-without-effect).
 */
export function editBlock(before: Block, fields: BlockFields, now: Date): Block | undefined {
  const after = { ...before, ...fields };
  // The contents of one type have their fields in a fixed order, so equal JSON means equal blocks.
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return { ...after, updatedAt: now };
}

/** Checks that a time window is not empty. `pointer` refers to the field that the issue reports. */
export function windowIssues(pointer: string, { startsAt, endsAt }: BlockFields): ValidationIssue[] {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return [];
  return [{ pointer, code: 'out_of_range', detail: '"ends_at" must be after "starts_at".' }];
}

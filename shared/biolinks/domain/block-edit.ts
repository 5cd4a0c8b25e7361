import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { Block } from './block.ts';

/** What a caller decides about a block. */
export type BlockFields = Pick<Block, 'content' | 'visible' | 'startsAt' | 'endsAt'>;

/** A block as created. */
export function newBlock(
  identity: Pick<Block, 'id' | 'workspaceId' | 'pageId'>,
  fields: BlockFields,
  now: Date,
): Block {
  return { ...identity, ...fields, createdAt: now, updatedAt: now };
}

/** The block after an edit, or undefined if nothing changes: then no revision moves on (G57). */
export function editBlock(before: Block, fields: BlockFields, now: Date): Block | undefined {
  const after = { ...before, ...fields };
  // Contents of one type have their members in one order, so equal texts are equal blocks.
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return { ...after, updatedAt: now };
}

/** A time window has to have an inside. `pointer` is the member of the body to blame. */
export function windowFindings(pointer: string, { startsAt, endsAt }: BlockFields): ValidationIssue[] {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return [];
  return [{ pointer, code: 'out_of_range', detail: '"ends_at" must be after "starts_at".' }];
}

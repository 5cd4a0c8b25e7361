import { randomUUID } from 'node:crypto';
import { commitWrites } from './commit.ts';
import type { Item, WritableTable } from './table.ts';
import type { PutWrite, UpdateWrite, Write } from './write.ts';

/** The result of a write: the item as the write left it, or as the failed condition found it. */
export type Outcome = { readonly written: boolean; readonly item: Item | undefined };

/**
 * Executes one write whose failed condition is a result and not an error. The write of a command passes the nonce of its
 * `lastChange`, by which a repeated request recognises its own write. `also` contains writes for the same transaction; a
 * transaction returns no item.
 */
export async function tryWrite(
  table: WritableTable,
  write: PutWrite | UpdateWrite,
  nonce: string = randomUUID(),
  also: readonly Write[] = [],
): Promise<Outcome> {
  try {
    const item = await commitWrites(table, [withOutcome(write), ...also], nonce);
    return { written: true, item };
  } catch (error) {
    if (error instanceof ConditionFailedError) return { written: false, item: error.found };
    throw error;
  }
}

function withOutcome(write: PutWrite | UpdateWrite): PutWrite | UpdateWrite {
  const onFailure = (found: Item | undefined) => new ConditionFailedError(found);
  if (write.kind === 'update') return { ...write, condition: { ...write.condition, onFailure } };
  return { ...write, condition: write.condition && { ...write.condition, onFailure } };
}

class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError';
  readonly found: Item | undefined;

  constructor(found: Item | undefined) {
    super('The condition of the write does not hold');
    this.found = found;
  }
}

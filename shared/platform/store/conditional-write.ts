import { randomUUID } from 'node:crypto';
import { commit } from './commit.ts';
import type { Item, Table } from './table.ts';
import type { Condition, Write } from './write.ts';

/** What became of a write: the item as it left it, or as it was found. */
export type Outcome = { readonly written: boolean; readonly item: Item | undefined };

type Unconditional =
  | Omit<Extract<Write, { kind: 'put' }>, 'table' | 'condition'>
  | Omit<Extract<Write, { kind: 'update' }>, 'table' | 'condition'>;

/**
 * Carries out one write if `when` holds; that it does not is an answer here, and no error. The write of a command brings
 * the nonce of its `last_change`, by which its echo is known (H15).
 */
export async function conditionalWrite(
  table: Table,
  write: Unconditional,
  when: string,
  nonce: string = randomUUID(),
): Promise<Outcome> {
  const condition: Condition = { when, onFailure: (found) => new ConditionFailedError(found) };
  try {
    const item = await commit(table.client, [{ ...write, table: table.name, condition }], nonce);
    return { written: true, item };
  } catch (error) {
    if (error instanceof ConditionFailedError) return { written: false, item: error.found };
    throw error;
  }
}

class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError';
  readonly found: Item | undefined;

  constructor(found: Item | undefined) {
    super('The condition of the write does not hold');
    this.found = found;
  }
}

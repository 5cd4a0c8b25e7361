import type { Change, IdempotencyRecord } from './change.ts';

/** Answers of POSTs by the id of their `Idempotency-Key` claim; an expired one is not found. */
export interface IdempotencyStore {
  find(id: string, now: Date): Promise<IdempotencyRecord | undefined>;

  /** Remembers the answer of a command that wrote nothing itself. @throws DuplicateRequestError */
  remember(record: IdempotencyRecord, change: Change): Promise<void>;
}

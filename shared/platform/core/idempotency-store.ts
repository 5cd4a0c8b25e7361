import type { Change, IdempotencyRecord } from './change.ts';

/** Idempotency records by id; an expired one is not found. */
export type IdempotencyStore = {
  find(id: string, now: Date): Promise<IdempotencyRecord | undefined>;

  /** Stores the response of a command that wrote nothing itself. @throws DuplicateRequestError */
  remember(record: IdempotencyRecord, change: Change): Promise<void>;
};

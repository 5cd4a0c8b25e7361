import type { Change, RememberedAnswer } from './change.ts';

/** Answers of POSTs by the id of their `Idempotency-Key` claim; an expired one is not found. */
export interface AnswerStore {
  find(id: string, now: Date): Promise<RememberedAnswer | undefined>;

  /** Remembers the answer of a command that wrote nothing itself. @throws AlreadyAnsweredError */
  remember(answer: RememberedAnswer, change: Change): Promise<void>;
}

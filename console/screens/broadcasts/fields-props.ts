import type { BroadcastDraft } from './broadcast-draft.ts';

/** What the fields of a broadcast get. */
export type FieldsProps = {
  readonly draft: BroadcastDraft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  /** Takes the next draft. A change that waits for something takes a function of the draft as it is then. */
  readonly onChange: (next: BroadcastDraft | ((current: BroadcastDraft) => BroadcastDraft)) => void;
};

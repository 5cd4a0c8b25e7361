import type { BroadcastDraft } from './broadcast-draft.ts';

/** What the fields of a broadcast get. */
export type FieldsProps = {
  readonly draft: BroadcastDraft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: BroadcastDraft) => void;
};

/** What to erase: the contact by the hash of its id. */
export type ErasedContact = {
  readonly workspaceId: string;
  readonly contact: string;
  /** What was recorded until this time is erased. */
  readonly requestedAt: Date;
  /** Whether no later call follows, so that the links from the contact to its records can be deleted too. */
  readonly isLast: boolean;
};

/** Erases one kind of data about contacts. */
export interface ContactEraser {
  /** Returns false if the time is used up before everything is erased. Idempotent. */
  erase(erased: ErasedContact, hasTime: () => boolean): Promise<boolean>;
}

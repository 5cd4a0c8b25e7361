/** A contact whose data is erased, by the hash of its id. */
export type ErasedContact = {
  readonly workspaceId: string;
  readonly contact: string;
  /** What was recorded until this time is erased. */
  readonly requestedAt: Date;
  /** Whether no later call follows, so that the links from the contact to its records can be deleted too. */
  readonly isLast: boolean;
};

/** A workspace that is erased, from the end of its grace period on. Its keys are revoked. */
export type ErasedWorkspace = { readonly workspaceId: string };

/** A kind of data that a product erases when a contact or a workspace is erased (docs/specification/privacy.md#erasure). */
export type Erasable<Subject extends ErasedContact | ErasedWorkspace> = {
  /** Returns false if the time is used up before everything is erased. Idempotent. */
  erase(subject: Subject, hasTime: () => boolean): Promise<boolean>;
};

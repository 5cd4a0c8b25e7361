/** A host that a workspace wants its pages on. It serves pages once its owner has shown that it is theirs (R32). */
export type PageDomain = {
  readonly id: string;
  readonly workspaceId: string;
  /** Lower-case host name in ASCII (punycode). */
  readonly host: string;
  readonly state: 'pending' | 'verified';
  /** Value of the TXT record at `_workspace-challenge.<host>` that proves ownership. */
  readonly challenge: string;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
};

/** A host that a workspace connected. It serves pages once its ownership is proven (docs/specification/biolinks.md#domains). */
export type PageDomain = {
  readonly id: string;
  readonly workspaceId: string;
  /** Lower-case host name in ASCII (punycode). */
  readonly host: string;
  readonly state: 'pending' | 'verified';
  /** Value of the TXT record at `_workspace-challenge.<host>`, which proves ownership. */
  readonly challenge: string;
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
};

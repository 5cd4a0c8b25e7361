/** A page of a table or of the bucket: what was deleted, the read units used, and where to continue; null at the end. */
export type ErasedPage = {
  readonly erased: number;
  readonly readUnits: number;
  readonly cursor: string | null;
};

/** Deletes the items of a workspace. Every method may be repeated after a crash at any point. */
export type WorkspaceEraser = {
  /** Revokes every key, also those that are created meanwhile. */
  revokeKeys(workspaceId: string, now: Date): Promise<void>;

  /** Deletes what one page of a table contains of the workspace, except its request for deletion. */
  erasePage(workspaceId: string, table: 'core' | 'deliveries', cursor: string | null): Promise<ErasedPage>;
};

/** The files of a workspace: media, uploads and exports, in every version. */
export type WorkspaceFiles = {
  /** Deletes some files. The cursor is null if nothing is left. */
  erasePage(workspaceId: string): Promise<ErasedPage>;
};

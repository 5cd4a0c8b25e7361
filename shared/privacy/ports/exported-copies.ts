/** A stored version of a file of an export. */
export type StoredCopy = {
  /** The key of the file in the bucket. Keys sort by export, then by file. */
  readonly key: string;
  readonly versionId: string;
  /** False for a version that was replaced or deleted, and that the bucket keeps for a day. */
  readonly isLatest: boolean;
  readonly writtenAt: Date;
};

/** The files of all exports of a workspace, for the erasure of a contact. */
export type ExportedCopies = {
  /** The files in the order of their keys. @param after continues after this key */
  list(workspaceId: string, after?: string): AsyncIterable<StoredCopy>;
  /** The text of a file; undefined if it has expired meanwhile. */
  read(key: string): Promise<string | undefined>;
  /** Writes the text of a file under the same key, and deletes the version that it replaces. Idempotent. */
  replace(copy: StoredCopy, text: string): Promise<void>;
  /** Deletes a version of a file. Idempotent. */
  remove(copy: StoredCopy): Promise<void>;
};

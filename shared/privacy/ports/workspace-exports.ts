import type { CommandContext } from '#shared/platform/core/change.ts';
import type {
  ExportedMedia,
  ExportedResource,
  WorkspaceExport,
} from '#shared/privacy/domain/workspace-export.ts';

/** The reads of `WorkspaceExportStore`, for operations that may not write. */
export type WorkspaceExportReader = {
  find(workspaceId: string, exportId: string): Promise<WorkspaceExport | undefined>;
};

/** Exports of workspaces. */
export type WorkspaceExportStore = WorkspaceExportReader & {
  /**
   * Creates an export if no other export of the workspace is unfinished.
   * @throws PlatformError `export_running` · `quota_exceeded` within 4 hours after the last one · DuplicateRequestError · ConcurrentUpdateError
   */
  create(exported: WorkspaceExport, context: CommandContext): Promise<void>;
};

/** The progress of exports, for the function that writes their files. */
export type WorkspaceExportJobs = {
  /** At most 100 unfinished exports whose turn has come; first the one that has waited longest for its turn. */
  readPending(now: Date): Promise<WorkspaceExport[]>;
  /**
   * Stores the progress. The workspace can request another export once the end is stored. Returns false if another run was first, or if
   * the export was deleted.
   */
  advance(before: WorkspaceExport, after: WorkspaceExport): Promise<boolean>;
};

/** Records of a workspace as the API returns them: never secrets, hashes of keys or of passwords. */
export type ExportedRecords = {
  /** Some uploaded files of the media library, and where the next read continues; null at the end. */
  readMedia(
    workspaceId: string,
    after: string | null,
  ): Promise<{ readonly media: readonly ExportedMedia[]; readonly after: string | null }>;
  /** Some records of a resource, and where the next read continues; null at the end. */
  read(
    workspaceId: string,
    resource: Exclude<ExportedResource, 'media-files'>,
    after: string | null,
    now: Date,
  ): Promise<{ readonly records: readonly unknown[]; readonly after: string | null }>;
};

/** The files of exports in the bucket. */
export type ExportFiles = {
  put(key: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The text of a file of an export. @throws Error if there is none */
  read(key: string): Promise<string>;
  /** Copies an object within the bucket, over an earlier copy. Returns false if the source was deleted. */
  copy(from: string, to: string): Promise<boolean>;
  /** A URL that reads the file for an hour. */
  presignRead(key: string, now: Date): Promise<string>;
};

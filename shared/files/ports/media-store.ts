import type { Media, RemoteMedia } from '#shared/files/domain/media.ts';
import type { Change, CommandContext } from '#shared/platform/core/change.ts';

/** The reads of `MediaStore`, for operations that may not write. */
export type MediaReader = {
  /** By UUID, or by integer id as a string of digits; strongly consistent. */
  find(workspaceId: string, ref: string): Promise<Media | undefined>;

  /** Finds files by integer id; strongly consistent. Unknown ids are omitted. */
  findAll(workspaceId: string, ids: readonly number[]): Promise<Media[]>;

  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<Media[]>;
};

/** Records of the media library. */
export type MediaStore = MediaReader & {
  nextId(workspaceId: string): Promise<number>;

  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(media: Media, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError */
  save(before: Media, after: Media, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError */
  remove(media: Media, context: CommandContext): Promise<void>;
};

/** Files that are being downloaded from a URL. */
export type MediaDownloads = {
  /** By UUID; strongly consistent. */
  find(workspaceId: string, uuid: string): Promise<Media | undefined>;

  /** Stores a step of a download, unless the file was changed or deleted since `before` was read. */
  advance(before: RemoteMedia, after: Media, change: Change): Promise<boolean>;
};

/** A presigned upload request for the client, valid until `expiresAt`. */
export type Upload = {
  readonly method: 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
};

/** A stored object with its first bytes, which reveal its real type. */
export type FoundFile = {
  readonly size: number;
  readonly start: Uint8Array<ArrayBuffer>;
  /** Identifies the contents: another object under the same key has another version. */
  readonly version: string;
};

/** A file that was stored as a whole, with the version that `copy` accepts. */
export type StoredFile = { readonly size: number; readonly version: string };

/** The file storage: an S3 bucket with presigned URLs. */
export type FileStore = {
  /** A URL that accepts a file of exactly this type and length for 15 minutes; both are signed. */
  presignUpload(
    file: { readonly key: string; readonly mimeType: string; readonly size: number },
    now: Date,
  ): Promise<Upload>;
  /** A URL to read the file, valid for one hour. */
  presignRead(key: string, now: Date): Promise<string>;
  /** The current object with at most `length` of its first bytes; undefined if there is none. */
  inspect(key: string, length: number): Promise<FoundFile | undefined>;
  /** Copies exactly this version. Returns false if the object was replaced or deleted. */
  copy(from: { readonly key: string; readonly version: string }, to: string): Promise<boolean>;
  /**
   * Stores a body in parts of 8 MiB, so that its size need not be known, and memory is limited. The object exists only after the
   * whole body is stored. An error of the body is thrown unchanged, and no object exists then.
   */
  store(
    file: { readonly key: string; readonly mimeType: string },
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<StoredFile>;
  /** Reads the whole file into memory: up to 200 MB for a video. @throws Error if there is none */
  read(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Deleting a missing object is not an error. */
  remove(key: string): Promise<void>;
};

import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Media } from '#shared/publishing/domain/media.ts';

/** The media library's records. */
export interface MediaStore {
  nextId(workspaceId: string): Promise<number>;
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(media: Media, context: CommandContext): Promise<void>;
  find(workspaceId: string, uuid: string): Promise<Media | undefined>;
  /** By the integers inside a post; strongly consistent; unknown ones are left out. */
  findAll(workspaceId: string, ids: readonly number[]): Promise<Media[]>;
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<Media[]>;
  /** @throws ConcurrentUpdateError */
  save(before: Media, after: Media, context: CommandContext): Promise<void>;
  /** @throws ConcurrentUpdateError */
  remove(media: Media, context: CommandContext): Promise<void>;
}

/** Where an upload goes: a request the client makes itself, good until `expiresAt`. */
export type Upload = {
  readonly method: 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
};

/** What is known of a stored file after one look; the first bytes tell its real type. */
export type FoundFile = {
  readonly size: number;
  readonly start: Uint8Array<ArrayBuffer>;
  /** Another file at the same place has another version. */
  readonly version: string;
};

/** The store of files: an S3 bucket, behind presigned URLs. */
export interface FileStore {
  /** A URL that takes a file of exactly this type and length for 15 minutes: both are signed. */
  presignUpload(
    file: { readonly key: string; readonly mimeType: string; readonly size: number },
    now: Date,
  ): Promise<Upload>;
  /** A URL that reads the file for an hour. */
  presignRead(key: string, now: Date): Promise<string>;
  /** The file as it is at this moment, with its first bytes, at most `length`; undefined if there is none. */
  inspect(key: string, length: number): Promise<FoundFile | undefined>;
  /** Copies this very version of a file. False if there is another or none by now. */
  copy(from: { readonly key: string; readonly version: string }, to: string): Promise<boolean>;
  /** The whole file, in memory: up to 200 MB for a video. Throws if there is none. */
  read(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Deleting what is not there is no error. */
  remove(key: string): Promise<void>;
}

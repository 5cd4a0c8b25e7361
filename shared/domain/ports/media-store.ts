import type { CommandContext } from '#shared/domain/change.ts';
import type { Media } from '#shared/domain/media/media.ts';

/** The media library's records. */
export interface MediaStore {
  nextId(workspaceId: string): Promise<number>;
  /** @throws AlreadyAnsweredError · ConcurrentUpdateError */
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

/** The store of files: an S3 bucket, behind presigned URLs. */
export interface FileStore {
  /** A URL that takes exactly these bytes: type and length are signed. */
  presignUpload(
    file: { readonly key: string; readonly mimeType: string; readonly size: number },
    now: Date,
  ): Promise<Upload>;
  /** Size of the stored file, or undefined if there is none. */
  sizeOf(key: string): Promise<number | undefined>;
  /** The first bytes, at most `length`; what tells the real type. */
  readStart(key: string, length: number): Promise<Uint8Array<ArrayBuffer>>;
  read(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Deleting what is not there is no error. */
  remove(key: string): Promise<void>;
}

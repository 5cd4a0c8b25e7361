/** Media types of the library with the maximum size of each, in bytes (docs/specification.md#media). */
export const MEDIA_LIMITS = {
  'image/jpeg': 5_000_000,
  'image/png': 5_000_000,
  'image/webp': 5_000_000,
  'image/gif': 15_000_000,
  'video/mp4': 200_000_000,
  'video/quicktime': 200_000_000,
  'video/webm': 200_000_000,
} as const;

export type MediaType = keyof typeof MEDIA_LIMITS;

/** An upload must start within this many milliseconds: 15 minutes. */
export const UPLOAD_VALID_MS = 15 * 60_000;

/** The URL of a file is valid for this many milliseconds: one hour. */
export const READ_VALID_MS = 60 * 60_000;

/** Key prefix of unverified uploads; a lifecycle rule of the bucket deletes them. */
const UPLOAD_PREFIX = 'pending/';

/** A file of the media library. Clients send its bytes directly to the bucket, never through the API. */
export type Media = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly mimeType: MediaType;
  /** The declared size until the upload is complete, then the actual size. */
  readonly size: number;
  readonly altText: string | null;
  readonly state: 'pending' | 'ready';
  /** Key of the object after verification; only the platform writes to this key. */
  readonly objectKey: string;
  readonly revision: number;
  readonly createdAt: Date;
};

/** Whether the library supports this media type. */
export function isMediaType(text: string): text is MediaType {
  return Object.hasOwn(MEDIA_LIMITS, text);
}

/** What a client declares before an upload. */
export type UploadDeclaration = {
  readonly name: string;
  readonly mimeType: MediaType;
  readonly size: number;
  readonly altText: string | null;
};

/** The record of a new file, whose upload is pending. */
export function newMedia(
  announcement: UploadDeclaration,
  identity: { readonly id: number; readonly uuid: string; readonly workspaceId: string },
  now: Date,
): Media {
  return {
    ...identity,
    ...announcement,
    state: 'pending',
    objectKey: `media/${identity.workspaceId}/${identity.uuid}`,
    revision: 1,
    createdAt: now,
  };
}

/**
 * The key to which a client uploads a file; after verification, the object is moved to `objectKey`. Objects under this prefix
 * expire after a day, and an upload URL that is still valid cannot change a verified file.
 */
export function uploadKey({ workspaceId, uuid }: Pick<Media, 'workspaceId' | 'uuid'>): string {
  return `${UPLOAD_PREFIX}${workspaceId}/${uuid}`;
}

/** The file after an edit, or undefined if nothing changes. */
export function editMedia(
  before: Media,
  edit: { readonly name?: string | undefined; readonly altText?: string | null | undefined },
): Media | undefined {
  const name = edit.name ?? before.name;
  const altText = edit.altText === undefined ? before.altText : edit.altText;
  if (name === before.name && altText === before.altText) return undefined;
  return { ...before, name, altText, revision: before.revision + 1 };
}

/** Types the library takes with the largest size of each, in bytes (decisions 5.1: image 5, gif 15, video 200 MB). */
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

/** An upload may begin within this many milliseconds of being announced: 15 minutes. */
export const UPLOAD_VALID_MS = 15 * 60_000;

/** The URL of a file can be read for this many milliseconds: an hour. */
export const READ_VALID_MS = 60 * 60_000;

/** Where uploads lie until they are checked; the bucket's life cycle forgets them. */
const UPLOAD_PREFIX = 'pending/';

/** A file of the media library. Its bytes go straight to the store of files, never through the API. */
export type Media = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly mimeType: MediaType;
  /** As announced until the upload is complete, then as found. */
  readonly size: number;
  readonly altText: string | null;
  readonly state: 'pending' | 'ready';
  /** Where its bytes lie once they are checked; nobody but the platform writes there. */
  readonly objectKey: string;
  readonly revision: number;
  readonly createdAt: Date;
};

/** Whether the library takes files of this type. */
export function isMediaType(text: string): text is MediaType {
  return Object.hasOwn(MEDIA_LIMITS, text);
}

/** What a client announces before it uploads. */
export type Announcement = {
  readonly name: string;
  readonly mimeType: MediaType;
  readonly size: number;
  readonly altText: string | null;
};

/** The record of a file that is still to be uploaded. */
export function announceMedia(
  announcement: Announcement,
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
 * Where a client puts the bytes of a file. They are moved from there once they are checked: what is under this prefix
 * expires after a day, and a URL that is still good can change nothing that was checked.
 */
export function uploadKey({ workspaceId, uuid }: Pick<Media, 'workspaceId' | 'uuid'>): string {
  return `${UPLOAD_PREFIX}${workspaceId}/${uuid}`;
}

/** The file as an edit leaves it, or undefined if it changes nothing. */
export function editMedia(
  before: Media,
  edit: { readonly name?: string | undefined; readonly altText?: string | null | undefined },
): Media | undefined {
  const name = edit.name ?? before.name;
  const altText = edit.altText === undefined ? before.altText : edit.altText;
  if (name === before.name && altText === before.altText) return undefined;
  return { ...before, name, altText, revision: before.revision + 1 };
}

import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { MediaDownload } from './download-state.ts';

/** Media types of the library with the maximum size of each, in bytes (docs/specification/publishing.md#media). */
export const MEDIA_LIMITS = {
  'image/jpeg': 5_000_000,
  'image/png': 5_000_000,
  'image/webp': 5_000_000,
  'image/gif': 15_000_000,
  'video/mp4': 200_000_000,
  'video/quicktime': 200_000_000,
  'video/webm': 200_000_000,
} as const;

/** A media type that the media library supports. */
export type MediaType = keyof typeof MEDIA_LIMITS;

/** An upload must start within this many milliseconds: 15 minutes. */
export const UPLOAD_VALID_MS = 15 * MINUTE_MS;

/** The URL of a file is valid for this many milliseconds: one hour. */
export const READ_VALID_MS = HOUR_MS;

/** Key prefix of unverified uploads; a lifecycle rule of the bucket deletes them. */
const UPLOAD_PREFIX = 'pending/';

/** The fields that a file has in every state. */
type MediaRecord = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly altText: string | null;
  /**
   * Pixels of the picture or video as it is shown. Null if they are unknown: before the file is ready, if its bytes do not say, and for files
   * that earlier versions stored.
   */
  readonly width: number | null;
  readonly height: number | null;
  /** Key of the object after verification; only the platform writes to this key. */
  readonly objectKey: string;
  readonly revision: number;
  readonly createdAt: Date;
};

/** A file whose type and size are known: declared before the upload, verified after it. */
export type KnownMedia = MediaRecord & {
  readonly state: 'pending' | 'ready';
  readonly mimeType: MediaType;
  /** The declared size until the upload is complete, then the actual size. */
  readonly size: number;
  readonly download: null;
};

/** A file that the platform downloads from a URL, or could not download. */
export type RemoteMedia = MediaRecord & {
  readonly state: 'downloading' | 'failed';
  readonly mimeType: null;
  readonly size: null;
  readonly download: MediaDownload;
};

/** A file of the media library. */
export type Media = KnownMedia | RemoteMedia;

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

/** Width and height of a file. */
export type MediaPixels = Pick<MediaRecord, 'width' | 'height'>;

export const UNKNOWN_PIXELS: MediaPixels = { width: null, height: null };

/** The ids of a new file. */
export type MediaIdentity = Pick<MediaRecord, 'id' | 'uuid' | 'workspaceId'>;

/** The record of a new file, whose upload is pending. */
export function newMedia(announcement: UploadDeclaration, identity: MediaIdentity, now: Date): KnownMedia {
  return {
    ...identity,
    ...announcement,
    ...UNKNOWN_PIXELS,
    state: 'pending',
    download: null,
    objectKey: objectKeyOf(identity),
    revision: 1,
    createdAt: now,
  };
}

/** The key of a verified file. */
export function objectKeyOf({ workspaceId, uuid }: Pick<Media, 'workspaceId' | 'uuid'>): string {
  return `media/${workspaceId}/${uuid}`;
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

/** Types that also count as another type: an animated PNG is a valid PNG, and clients have names of their own. */
const EQUIVALENT_TYPES: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'video/x-m4v': 'video/mp4',
};

/** The type of the library for a type that was detected from bytes or declared; other types stay as they are. */
export function libraryType(type: string | undefined): string | undefined {
  return Object.hasOwn(EQUIVALENT_TYPES, type ?? '') ? EQUIVALENT_TYPES[type ?? ''] : type;
}

/** The type of the library for a type as a client declares it: without parameters, whatever the letter case. */
export function declaredType(text: string): string {
  const type = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  return libraryType(type) ?? type;
}

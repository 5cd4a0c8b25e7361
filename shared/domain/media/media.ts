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
  /** Where its bytes lie in the bucket. */
  readonly objectKey: string;
  readonly revision: number;
  readonly createdAt: Date;
};

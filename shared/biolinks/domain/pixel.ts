/** Providers of tracking pixels (docs/specification/biolinks.md#pixels). */
export const PIXEL_PROVIDERS = ['meta', 'google', 'tiktok'] as const;

export type PixelProvider = (typeof PIXEL_PROVIDERS)[number];

/** A tracking pixel of a workspace; pages reference the pixels they load. */
export type Pixel = {
  readonly id: string;
  readonly workspaceId: string;
  readonly provider: PixelProvider;
  /** The provider's id of the account or stream. Its format is validated because it becomes part of a script URL. */
  readonly tagId: string;
  readonly name: string;
  readonly createdAt: Date;
};

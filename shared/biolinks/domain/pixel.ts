/** Providers of tracking pixels (R31). */
export const PIXEL_PROVIDERS = ['meta', 'google', 'tiktok'] as const;

export type PixelProvider = (typeof PIXEL_PROVIDERS)[number];

/** A tracking pixel of a workspace; pages name the ones they load. */
export type Pixel = {
  readonly id: string;
  readonly workspaceId: string;
  readonly provider: PixelProvider;
  /** The provider's own id for the account or stream; its form is checked, since it becomes a part of a script's URL. */
  readonly tagId: string;
  readonly name: string;
  readonly createdAt: Date;
};

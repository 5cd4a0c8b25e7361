import type { MediaType } from '#shared/files/domain/media.ts';
import type { TextUnit } from '#shared/platform/core/text.ts';

/** Limits of a network, checked when a post is scheduled. */
export type NetworkLimits = {
  readonly characters: number;
  /** Bytes of the same text in UTF-8; null if only characters are limited. */
  readonly textBytes: number | null;
  readonly images: number;
  /** Bytes of one image; null if the limit of the media library is lower. */
  readonly imageBytes: number | null;
  readonly videos: number;
  readonly thread: number;
  /** What the network counts; characters as people see them by default. */
  readonly unit?: TextUnit;
  /** Characters of a post with files, if fewer than of a post without. */
  readonly captionCharacters?: number;
  /** Bytes of one video, if the limit of the media library is higher. */
  readonly videoBytes?: number;
  /** Bytes of all files of a post together. */
  readonly mediaBytes?: number;
  /** Maximum number of images and videos together, on a network where a post can combine them. */
  readonly combined?: number;
  /** The only media types, if they are not all of the media library. */
  readonly mediaTypes?: readonly MediaType[];
  /** Maximum of the width and height of a photo together in pixels, and of the longer side divided by the shorter one. */
  readonly photo?: { readonly sides: number; readonly ratio: number };
  /** Media types of which a post has one file and no other. */
  readonly single?: readonly MediaType[];
};

/** The size of a picture as it is coded, and how it is turned before it is shown: the numbers of Exif, 1 to 8. */
export type Frame = { readonly width: number; readonly height: number; readonly orientation: number };

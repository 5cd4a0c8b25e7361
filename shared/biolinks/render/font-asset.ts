import { type FontId, FONTS } from '#shared/biolinks/themes/font-catalogue.ts';

/** Version of the packages that carry the fonts: a part of the files' names, so that a name never changes its content. */
export const FONT_RELEASE = '5.3.0';

/** A font file of the platform: its public name, where it lies in its package, and what CSS says of it. */
export type FontAsset = {
  readonly file: string;
  readonly module: string;
  readonly face: { readonly name: string; readonly weights: string };
};

/** Every font file that pages can ask for. */
export const FONT_ASSETS: readonly FontAsset[] = FONTS.flatMap(({ id }) => fontAsset(id) ?? []);

/** The file of a font, or undefined if it is one that visitors' devices have. */
export function fontAsset(id: FontId): FontAsset | undefined {
  const font = FONTS.find((known) => known.id === id);
  if (!font?.file) return undefined;
  return {
    file: `${id}-${FONT_RELEASE}.woff2`,
    module: `${font.file.package}/${font.file.path}`,
    face: { name: font.name, weights: font.file.weights },
  };
}

import { type FontId, FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import { FONT_RELEASE } from '#shared/platform/render/site-font.ts';

/** A hosted font file: its public name, its path in the npm package, and its CSS properties. */
export type FontAsset = {
  readonly file: string;
  readonly module: string;
  readonly face: { readonly name: string; readonly weights: string };
};

/** Every font file that pages can load. */
export const FONT_ASSETS: readonly FontAsset[] = FONTS.flatMap(({ id }) => fontAsset(id) ?? []);

/** The file of a font, or undefined for a font of the visitor's device. */
export function fontAsset(id: FontId): FontAsset | undefined {
  const font = FONTS.find((known) => known.id === id);
  if (!font?.file) return undefined;
  return {
    file: `${id}-${FONT_RELEASE}.woff2`,
    module: `${font.file.package}/${font.file.path}`,
    face: { name: font.name, weights: font.file.weights },
  };
}

import type { Page } from '#shared/biolinks/domain/page.ts';
import { contrast, readableOn, withAccent } from '#shared/biolinks/themes/contrast.ts';
import { DEFAULT_THEME, findTheme } from '#shared/biolinks/themes/theme-catalogue.ts';
import {
  type CssProperties,
  isFontId,
  paletteProperties,
  shapeProperties,
} from '#shared/biolinks/themes/theme-properties.ts';
import type { Hex, Palette } from '#shared/biolinks/themes/theme.ts';
import { type FontAsset, fontAsset } from './font-asset.ts';

/** The appearance of a document: custom properties for the stylesheet, the font to load, and the colours of the browser UI. */
export type ThemeCss = {
  readonly css: string;
  readonly font: FontAsset | undefined;
  readonly colorScheme: string;
  readonly themeColors: readonly { readonly color: string; readonly media: string | null }[];
};

const DARK = '(prefers-color-scheme: dark)';
const COLOR = /^#[0-9a-f]{6}$/iu;

/**
 * The CSS of a page from its theme, accent, font and avatar colour. Whatever is stored, only ids of the catalogue and colours
 * in the format `#rrggbb` reach the stylesheet.
 */
export function themeCssFor({
  theme: id,
  appearance,
  avatarColor,
}: Pick<Page, 'theme' | 'appearance' | 'avatarColor'>): ThemeCss {
  const theme = findTheme(id) ?? DEFAULT_THEME;
  const override = appearance.fontOverride;
  const fontId = override !== null && isFontId(override) ? override : null;
  const accented = (palette: Palette) =>
    isColor(appearance.accent) ? withAccent(palette, appearance.accent) : palette;
  const light = accented(theme.palette);
  const dark = theme.darkPalette === null ? null : accented(theme.darkPalette);
  const avatar = isColor(avatarColor) ? avatarColor : light.button;
  // A theme loads at most one font file, so the heading uses the font of the body or of the device.
  const font = fontAsset(fontId ?? theme.fonts.heading) ?? fontAsset(fontId ?? theme.fonts.body);
  const root: CssProperties = [
    ...documentPalette(light),
    ...shapeProperties(theme, fontId),
    ['--avatar', avatar],
    ['--avatar-text', readableOn(avatar)],
  ];
  const darkRule = dark === null ? '' : `@media ${DARK}{${rule(documentPalette(dark))}}`;
  return {
    css: `${font ? face(font) : ''}${rule(root)}${darkRule}`,
    font,
    colorScheme: theme.mode === 'auto' ? 'light dark' : theme.mode,
    themeColors: [
      { color: light.background[0], media: dark === null ? null : '(prefers-color-scheme: light)' },
      ...(dark === null ? [] : [{ color: dark.background[0], media: DARK }]),
    ],
  };
}

/** Buttons of gates and of the banner are on a card. A button as light as the card gets the border of an input. */
function documentPalette(palette: Palette): CssProperties {
  const { button, buttonBorder, surface, border } = palette;
  const edge =
    contrast(button, surface) < 1.5 && contrast(buttonBorder, surface) < 1.5 ? border : buttonBorder;
  return [...paletteProperties(palette), ['--card-button-border', edge]];
}

function isColor(text: string | null): text is Hex {
  return text !== null && COLOR.test(text);
}

function rule(properties: CssProperties): string {
  return `:root{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

function face({ file, face: { name, weights } }: FontAsset): string {
  const source = `url(/assets/fonts/${file})format('woff2')`;
  return `@font-face{font-family:'${name}';src:${source};font-weight:${weights};font-display:swap}`;
}

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

/** What a document looks like: custom properties for its stylesheet, the font it loads and the colours of the browser's bars. */
export type ThemeCss = {
  readonly css: string;
  readonly font: FontAsset | undefined;
  readonly colorScheme: string;
  readonly themeColors: readonly { readonly color: string; readonly media: string | null }[];
};

const DARK = '(prefers-color-scheme: dark)';
const COLOR = /^#[0-9a-f]{6}$/iu;

/**
 * The look of a page: its theme, accent, font and avatar colour (decisions 6). Whatever was stored, only ids of the
 * catalogue and colours of the form `#rrggbb` come into the stylesheet.
 */
export function themeCssFor({
  theme: id,
  appearance,
  avatarColor,
}: Pick<Page, 'theme' | 'appearance' | 'avatarColor'>): ThemeCss {
  const theme = findTheme(id) ?? DEFAULT_THEME;
  const override = appearance.fontOverride;
  const fontId = override !== null && isFontId(override) ? override : null;
  const dress = (palette: Palette) =>
    isColor(appearance.accent) ? withAccent(palette, appearance.accent) : palette;
  const light = dress(theme.palette);
  const dark = theme.darkPalette === null ? null : dress(theme.darkPalette);
  const avatar = isColor(avatarColor) ? avatarColor : light.button;
  // A theme loads one file at most, so a heading's font is the body's or the device's.
  const font = fontAsset(fontId ?? theme.fonts.heading) ?? fontAsset(fontId ?? theme.fonts.body);
  const root: CssProperties = [
    ...paletteOf(light),
    ...shapeProperties(theme, fontId),
    ['--avatar', avatar],
    ['--avatar-text', readableOn(avatar)],
  ];
  const night = dark === null ? '' : `@media ${DARK}{${rule(paletteOf(dark))}}`;
  return {
    css: `${font ? face(font) : ''}${rule(root)}${night}`,
    font,
    colorScheme: theme.mode === 'auto' ? 'light dark' : theme.mode,
    themeColors: [
      { color: light.background[0], media: dark === null ? null : '(prefers-color-scheme: light)' },
      ...(dark === null ? [] : [{ color: dark.background[0], media: DARK }]),
    ],
  };
}

/** The look of documents that belong to no page: light or dark as the visitor's system is. */
export const PLAIN_THEME_CSS: ThemeCss = themeCssFor({
  theme: 'auto',
  appearance: { fontOverride: null, accent: null },
  avatarColor: '#2456d3',
});

/** Buttons of gates and of the banner lie on a card: one that is as light as the card gets the edge of an input. */
function paletteOf(palette: Palette): CssProperties {
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

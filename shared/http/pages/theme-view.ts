import * as v from 'valibot';
import { named } from '#shared/http/named-schema.ts';
import { FONTS } from '#shared/domain/pages/themes/font-catalogue.ts';
import { themePreview } from '#shared/domain/pages/themes/theme-preview.ts';
import type { Palette, Theme } from '#shared/domain/pages/themes/theme.ts';

const fontId = v.picklist(FONTS.map(({ id }) => id));

const paletteSchema = named(
  'Palette',
  v.object({
    background: v.array(v.string()),
    surface: v.string(),
    text: v.string(),
    muted: v.string(),
    button: v.string(),
    button_text: v.string(),
    button_border: v.string(),
    border: v.string(),
    line: v.string(),
    focus: v.string(),
    danger: v.string(),
  }),
);

/** A theme as shown (decisions 5.2). `dark_colors` replace `colors` for visitors whose system is dark, in mode `auto`. */
export const themeSchema = named(
  'Theme',
  v.object({
    id: v.string(),
    name: v.string(),
    description: v.string(),
    mode: v.picklist(['light', 'dark', 'auto']),
    fonts: v.object({ heading: fontId, body: fontId }),
    colors: paletteSchema,
    dark_colors: v.nullable(paletteSchema),
    preview_url: v.pipe(v.string(), v.description('A picture of it, as a `data:` URL')),
  }),
);

/** A font as shown: what `appearance.font_override` can say. */
export const fontSchema = named('Font', v.object({ id: fontId, name: v.string(), hosted: v.boolean() }));

/** The representation of a theme. */
export function themeView(theme: Theme): v.InferInput<typeof themeSchema> {
  const { id, name, description, mode, fonts, palette, darkPalette } = theme;
  return {
    id,
    name,
    description,
    mode,
    fonts: { ...fonts },
    colors: paletteView(palette),
    dark_colors: darkPalette && paletteView(darkPalette),
    preview_url: themePreview(theme),
  };
}

/** The representation of a font; a hosted one is downloaded with the page. */
export function fontView({ id, name, file }: (typeof FONTS)[number]): v.InferInput<typeof fontSchema> {
  return { id, name, hosted: file !== null };
}

function paletteView(palette: Palette): v.InferInput<typeof paletteSchema> {
  const { background, buttonText, buttonBorder, ...rest } = palette;
  return { background: [...background], button_text: buttonText, button_border: buttonBorder, ...rest };
}

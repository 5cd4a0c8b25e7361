import * as v from 'valibot';
import { named } from '#shared/platform/http/named-schema.ts';
import { FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import { themePreview } from '#shared/biolinks/themes/theme-preview.ts';
import type { Palette, Theme } from '#shared/biolinks/themes/theme.ts';
import { described } from '#shared/platform/http/described.ts';

const fontId = v.picklist(FONTS.map(({ id }) => id));

const paletteSchema = described(
  named(
    'Palette',
    v.object({
      background: described(
        v.array(v.string()),
        'One colour, or the colours of a gradient from top to bottom',
      ),
      surface: described(v.string(), 'Background of cards, forms and the consent banner'),
      text: described(v.string(), 'Text on the background and on cards'),
      muted: described(v.string(), 'Secondary text: handle, tagline and footer'),
      button: described(v.string(), 'Background of buttons; `appearance.accent` replaces it'),
      button_text: described(v.string(), 'Text on buttons'),
      button_border: described(v.string(), 'Borders of buttons'),
      border: described(v.string(), 'Borders of inputs'),
      line: described(v.string(), 'Dividers and borders of cards'),
      focus: described(v.string(), 'Outline of the element that has the keyboard focus'),
      danger: described(v.string(), 'Error messages in forms'),
    }),
  ),
  'Colours of a theme as `#rrggbb`. All combinations of text and background are readable',
);

/** A theme in responses. In mode `auto`, `dark_colors` replace `colors` for visitors whose system uses dark mode. */
export const themeSchema = described(
  named(
    'Theme',
    v.object({
      id: described(v.string(), 'ID of the theme, for the `theme` field of a page'),
      name: described(v.string(), 'Display name of the theme'),
      description: described(v.string(), 'Short description of the theme'),
      mode: described(
        v.picklist(['light', 'dark', 'auto']),
        '`auto` follows the system setting of the visitor',
      ),
      fonts: described(
        v.object({
          heading: described(fontId, 'Font of headings'),
          body: described(fontId, 'Font of all other text'),
        }),
        'IDs of the fonts, unless the page replaces them',
      ),
      colors: paletteSchema,
      dark_colors: described(
        v.nullable(paletteSchema),
        'Colours for visitors whose system uses dark mode; null unless `mode` is `auto`',
      ),
      preview_url: described(v.string(), 'Preview image, as a `data:` URL'),
    }),
  ),
  'A visual style for pages',
);

/** A font in responses, for `appearance.font_override`. */
export const fontSchema = described(
  named(
    'Font',
    v.object({
      id: described(fontId, 'ID of the font, for `appearance.font_override` of a page'),
      name: described(v.string(), 'Display name of the font'),
      hosted: described(
        v.boolean(),
        "Whether the page loads the font; otherwise it uses a font of the visitor's system",
      ),
    }),
  ),
  'A font for pages',
);

/** Converts a theme to its representation. */
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

/** Converts a font to its representation; a hosted font is downloaded with the page. */
export function fontView({ id, name, file }: (typeof FONTS)[number]): v.InferInput<typeof fontSchema> {
  return { id, name, hosted: file !== null };
}

function paletteView(palette: Palette): v.InferInput<typeof paletteSchema> {
  const { background, buttonText, buttonBorder, ...rest } = palette;
  return { background: [...background], button_text: buttonText, button_border: buttonBorder, ...rest };
}

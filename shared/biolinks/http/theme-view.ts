import * as v from 'valibot';
import { FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import { themeContrast } from '#shared/biolinks/themes/theme-contrast.ts';
import { themePreview } from '#shared/biolinks/themes/theme-preview.ts';
import type { Palette, Theme } from '#shared/biolinks/themes/theme.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const fontId = v.picklist(FONTS.map(({ id }) => id));

const ratio = v.number();

const paletteSchema = withDescription(
  withTitle(
    'Palette',
    v.object({
      background: withDescription(
        v.array(v.string()),
        'One colour, or the colours of a gradient from top to bottom',
      ),
      surface: withDescription(v.string(), 'Background of cards, forms and the consent banner'),
      text: withDescription(v.string(), 'Text on the background and on cards'),
      muted: withDescription(v.string(), 'Secondary text: handle, tagline and footer'),
      button: withDescription(v.string(), 'Background of buttons; `appearance.accent` replaces it'),
      button_text: withDescription(v.string(), 'Text on buttons'),
      button_border: withDescription(v.string(), 'Borders of buttons'),
      border: withDescription(v.string(), 'Borders of inputs'),
      line: withDescription(v.string(), 'Dividers and borders of cards'),
      focus: withDescription(v.string(), 'Outline of the element that has the keyboard focus'),
      danger: withDescription(v.string(), 'Error messages in forms'),
    }),
  ),
  'Colours of a theme as `#rrggbb`. All combinations of text and background are readable',
);

/** A theme in responses. In mode `auto`, `dark_colors` replace `colors` for visitors whose system uses dark mode. */
export const themeSchema = withDescription(
  withTitle(
    'Theme',
    v.object({
      id: withDescription(v.string(), 'ID of the theme, for the `theme` field of a page'),
      name: withDescription(v.string(), 'Display name of the theme'),
      description: withDescription(v.string(), 'Short description of the theme'),
      mode: withDescription(
        v.picklist(['light', 'dark', 'auto']),
        '`auto` follows the system setting of the visitor',
      ),
      fonts: withDescription(
        v.object({
          heading: withDescription(fontId, 'Font of headings'),
          body: withDescription(fontId, 'Font of all other text'),
        }),
        'IDs of the fonts, unless the page replaces them',
      ),
      colors: paletteSchema,
      dark_colors: withDescription(
        v.nullable(paletteSchema),
        'Colours for visitors whose system uses dark mode; null unless `mode` is `auto`',
      ),
      contrast: withDescription(
        v.object({
          text: withDescription(ratio, 'Text on the background and on cards'),
          muted: withDescription(ratio, 'Secondary text on the background and on cards'),
          button: withDescription(ratio, 'Text on buttons'),
        }),
        'Contrast of texts with what is behind them, from 1 to 21 (WCAG 2.2), in the less readable of its modes',
      ),
      preview_url: withDescription(v.string(), 'Preview image, as a `data:` URL'),
    }),
  ),
  'A visual style for pages',
);

/** A font in responses, for `appearance.font_override`. */
export const fontSchema = withDescription(
  withTitle(
    'Font',
    v.object({
      id: withDescription(fontId, 'ID of the font, for `appearance.font_override` of a page'),
      name: withDescription(v.string(), 'Display name of the font'),
      hosted: withDescription(
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
    contrast: themeContrast(theme),
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

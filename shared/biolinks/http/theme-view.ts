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
      background: described(v.array(v.string()), 'One colour, or the stops of a gradient from top to bottom'),
      surface: described(v.string(), 'Cards, forms and the banner'),
      text: described(v.string(), 'Text on the background and on cards'),
      muted: described(v.string(), 'Secondary text: handle, tagline, footer'),
      button: described(v.string(), 'Ground of buttons; `appearance.accent` replaces it'),
      button_text: described(v.string(), 'Text on buttons'),
      button_border: described(v.string(), 'Edges of buttons'),
      border: described(v.string(), 'Edges of inputs'),
      line: described(v.string(), 'Dividers and edges of cards'),
      focus: described(v.string(), 'The ring around what the keyboard is at'),
      danger: described(v.string(), 'What is wrong with a form'),
    }),
  ),
  'Colours of a theme as `#rrggbb`; each pair that meets is readable',
);

/** A theme as shown (decisions 5.2). `dark_colors` replace `colors` for visitors whose system is dark, in mode `auto`. */
export const themeSchema = described(
  named(
    'Theme',
    v.object({
      id: described(v.string(), 'What `theme` of a page says'),
      name: described(v.string(), 'Its name, for people'),
      description: described(v.string(), 'What it looks like, in a sentence'),
      mode: described(v.picklist(['light', 'dark', 'auto']), '`auto` follows the system of the visitor'),
      fonts: described(
        v.object({
          heading: described(fontId, 'Font of the title'),
          body: described(fontId, 'Font of everything else'),
        }),
        '`id`s of fonts, unless the page overrides them',
      ),
      colors: paletteSchema,
      dark_colors: described(
        v.nullable(paletteSchema),
        'What visitors with a dark system see in place of `colors`; null unless `mode` is `auto`',
      ),
      preview_url: described(v.string(), 'A picture of it, as a `data:` URL'),
    }),
  ),
  'A look that a page can have',
);

/** A font as shown: what `appearance.font_override` can say. */
export const fontSchema = described(
  named(
    'Font',
    v.object({
      id: described(fontId, 'What `appearance.font_override` of a page says'),
      name: described(v.string(), 'Its name, for people'),
      hosted: described(
        v.boolean(),
        'Whether the page brings it along; otherwise it is the visitor\u2019s own',
      ),
    }),
  ),
  'A font that a page can have',
);

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

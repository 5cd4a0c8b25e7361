import type { FontId } from './font-catalogue.ts';

/** A colour as `#rrggbb`. */
export type Hex = `#${string}`;

/** All colours of a theme. Every text colour has enough contrast on its backgrounds (WCAG 2.2, 1.4.3). */
export type Palette = {
  /** One colour, or the stops of a gradient from top to bottom. */
  readonly background: readonly [Hex, ...Hex[]];
  /** Background of cards, forms and the banner. */
  readonly surface: Hex;
  readonly text: Hex;
  /** Secondary text: handle, tagline, footer. */
  readonly muted: Hex;
  readonly button: Hex;
  readonly buttonText: Hex;
  readonly buttonBorder: Hex;
  /** Borders of inputs, which must be visible (WCAG 2.2, 1.4.11). */
  readonly border: Hex;
  /** Decorative dividers and borders of cards. */
  readonly line: Hex;
  readonly focus: Hex;
  /** Errors in forms. */
  readonly danger: Hex;
};

/** Shape of a theme in CSS values. */
export type Shape = {
  readonly buttonRadius: string;
  readonly cardRadius: string;
  readonly borderWidth: string;
  readonly shadow: string;
};

/** A theme of a page. `fonts` load at most one file. */
export type Theme = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly mode: 'light' | 'dark' | 'auto';
  readonly fonts: { readonly heading: FontId; readonly body: FontId };
  readonly shape: Shape;
  readonly palette: Palette;
  /** Replaces the palette for visitors whose system uses dark mode; only `auto` has one. */
  readonly darkPalette: Palette | null;
};

import type { FontId } from './font-catalogue.ts';

/** A colour as `#rrggbb`. */
export type Hex = `#${string}`;

/** Colours of a theme: the closed set that the page's stylesheet knows. Each pair that meets in the page is readable. */
export type Palette = {
  /** One colour, or the stops of a gradient from top to bottom. */
  readonly background: readonly [Hex, ...Hex[]];
  /** Cards, forms and the banner. */
  readonly surface: Hex;
  readonly text: Hex;
  /** Secondary text: handle, tagline, footer. */
  readonly muted: Hex;
  readonly button: Hex;
  readonly buttonText: Hex;
  readonly buttonBorder: Hex;
  /** Edges of inputs, which have to be seen (WCAG 2.2, 1.4.11). */
  readonly border: Hex;
  /** Dividers and edges of cards: decoration. */
  readonly line: Hex;
  readonly focus: Hex;
  /** What is wrong with a form. */
  readonly danger: Hex;
};

/** Shape of a theme in CSS values. */
export type Shape = {
  readonly buttonRadius: string;
  readonly cardRadius: string;
  readonly borderWidth: string;
  readonly shadow: string;
};

/** A look of a page (decisions 6). `fonts` load at most one file. */
export type Theme = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly mode: 'light' | 'dark' | 'auto';
  readonly fonts: { readonly heading: FontId; readonly body: FontId };
  readonly shape: Shape;
  readonly palette: Palette;
  /** What visitors with a dark system see instead; only `auto` has it. */
  readonly darkPalette: Palette | null;
};

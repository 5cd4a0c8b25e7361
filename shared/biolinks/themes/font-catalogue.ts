/** A font for pages. A font with a `file` is downloaded from the page's host; the others are on the visitor's device. */
export type Font = {
  readonly id: string;
  readonly name: string;
  /** The value of CSS `font-family`. */
  readonly family: string;
  /** The WOFF2 file of the Latin subset within its npm package, and the weights it covers. */
  readonly file: { readonly package: string; readonly path: string; readonly weights: string } | null;
};

const SANS = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, ui-serif, serif";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/**
 * The fonts of themes and of `appearance.font_override` (docs/specification/biolinks.md#fonts). All are under the SIL Open Font
 * License.
 */
export const FONTS = [
  { id: 'system', name: 'System', family: SANS, file: null },
  { id: 'system-serif', name: 'System serif', family: SERIF, file: null },
  { id: 'system-mono', name: 'System monospace', family: MONO, file: null },
  hosted('inter', 'Inter', SANS, '100 900'),
  hosted('lora', 'Lora', SERIF, '400 700'),
  hosted('space-grotesk', 'Space Grotesk', SANS, '300 700'),
  hosted('jetbrains-mono', 'JetBrains Mono', MONO, '100 800'),
  hosted('nunito', 'Nunito', SANS, '200 1000'),
  hosted('fraunces', 'Fraunces', SERIF, '100 900'),
  hosted('outfit', 'Outfit', SANS, '100 900'),
] as const satisfies readonly Font[];

export type FontId = (typeof FONTS)[number]['id'];

function hosted<const Id extends string>(id: Id, name: string, fallback: string, weights: string) {
  const file = {
    package: `@fontsource-variable/${id}`,
    path: `files/${id}-latin-wght-normal.woff2`,
    weights,
  };
  return { id, name, family: `'${name}', ${fallback}`, file };
}

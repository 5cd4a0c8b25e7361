import { DESIGN_TOKENS } from './design-tokens.ts';

const TOKENS: ReadonlyMap<string, string> = new Map(
  DESIGN_TOKENS.trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
);

/**
 * A style sheet with the design tokens that it uses, and without line breaks. Pages that functions render have their whole style in the
 * document, so the tokens that they do not use would be weight only.
 */
export function withTokens(css: string): string {
  const used = new Map<string, string>();
  function add(text: string): void {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/gu)) {
      const value = TOKENS.get(name);
      if (value === undefined || used.has(name)) continue;
      used.set(name, value);
      add(value);
    }
  }
  add(css);
  const declarations = [...used].map(([name, value]) => `${name}:${value}`).join(';');
  return `:root{color-scheme:light dark;${declarations}}${css.replaceAll('\n', '')}`;
}

export type Mode = 'light' | 'dark';

/** The value of a token in one mode, for documents without custom properties. @throws Error for an unknown token */
export function tokenValue(name: string, mode: Mode): string {
  const value = TOKENS.get(name);
  if (value === undefined) throw new Error(`no design token has the name ${name}`);
  const [, light = value, dark = value] = /^light-dark\(([^,]+),([^,]+)\)$/u.exec(value) ?? [];
  return mode === 'light' ? light : dark;
}

import { html, raw } from 'hono/html';
import { type Markup, textOf } from '#shared/platform/render/markup.ts';
import { type Contents, type Framing, securityHeaders } from '#shared/platform/render/security-headers.ts';
import { letterIcon } from './page-head.ts';
import { STYLESHEET } from './stylesheet.ts';
import type { ThemeCss } from './theme-css.ts';

/** A complete HTML document with its headers. */
export type PageDocument = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** The parts of a document; `head` and `embeds` only if it contains more than text and links. */
export type DocumentParts = {
  readonly title: string;
  readonly theme: ThemeCss;
  readonly icon: { readonly letter: string; readonly color: string; readonly text: string };
  readonly body: Markup;
  readonly head?: Markup;
  readonly noindex: boolean;
  readonly embeds?: Omit<Contents, 'style'>;
  /** Which pages may show the document in a frame; none without it. */
  readonly framing?: Framing | undefined;
  /** Whether visitors use https: false only on the local stack. */
  readonly isHttps: boolean;
};

/** A document without third-party content. */
export const NO_EMBEDS: Omit<Contents, 'style'> = {
  inlineScripts: [],
  scriptHosts: [],
  connectHosts: [],
  frameHosts: [],
  playerHosts: [],
};

/** Builds a document with its stylesheet and icon inline, without scripts of the platform, and with at most one font file. */
export async function pageDocument(parts: DocumentParts): Promise<PageDocument> {
  const { theme, noindex } = parts;
  const style = `:root{color-scheme:${theme.colorScheme}}${theme.css}${STYLESHEET}`;
  const icon = await letterIcon(parts.icon.letter, parts.icon);
  const font =
    theme.font &&
    html`<link rel="preload" href="/assets/fonts/${theme.font.file}" as="font" type="font/woff2" crossorigin />`;
  const themeColors = theme.themeColors.map(
    ({ color, media }) =>
      html`<meta name="theme-color" content="${color}"${media && html` media="${media}"`} />`,
  );
  const text = await textOf(html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${parts.title}</title>
${noindex && html`<meta name="robots" content="noindex" />`}${parts.head}${themeColors}
<link rel="icon" href="${icon}" />${font}
<style>${raw(style)}</style>
</head>
<body>
${parts.body}
</body>
</html>
`);
  return {
    html: text,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...securityHeaders({ ...(parts.embeds ?? NO_EMBEDS), style }, parts.isHttps, parts.framing),
      ...(noindex ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  };
}

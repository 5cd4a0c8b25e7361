import { html } from 'hono/html';

/** Version of the font packages. It is part of the URLs of fonts, so that a cached file never becomes outdated. */
export const FONT_RELEASE = '5.3.0';

/** The font of the pages of the platform itself: its path on the hosts of the API, and its file, of the Latin subset. */
export const SITE_FONT = {
  path: '/docs/inter.woff2',
  module: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
} as const;

const URL_OF_RELEASE = `${SITE_FONT.path}?v=${FONT_RELEASE}`;

/** Shown when it is loaded: the system font is readable before. */
export const FONT_FACE = `@font-face{font-family:'Inter Variable';src:url(${URL_OF_RELEASE})format('woff2');font-weight:100 900;font-display:swap}`;

/** Begins to load the font before the style is read. */
export const FONT_PRELOAD = html`
<link rel="preload" href="${URL_OF_RELEASE}" as="font" type="font/woff2" crossorigin />`;

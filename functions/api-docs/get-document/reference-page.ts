import { html, raw } from 'hono/html';
import { CONTROL_STYLE } from '#shared/platform/render/base-style.ts';
import { FONT_FACE, FONT_PRELOAD } from '#shared/platform/render/site-font.ts';
import { HEADER_STYLE, SITE_NAME, siteHeader } from '#shared/platform/render/site-header.ts';
import {
  CLOSED,
  cspHash,
  DOCUMENT_HEADERS,
  SITE_ICON,
  type SitePage,
} from '#shared/platform/render/site-page.ts';
import { withTokens } from '#shared/platform/render/with-tokens.ts';
import { REFERENCE_RELEASE, SCRIPT_PATH } from './documents.ts';
import { REFERENCE_STYLE } from './reference-style.ts';

const TITLE = `API reference · ${SITE_NAME}`;

/**
 * Scalar loads the document from this host and sends test requests to it. It sends nothing to third parties, and keys are
 * forgotten when the tab is closed.
 */
const SETTINGS = {
  url: '/openapi.json',
  proxyUrl: '',
  telemetry: false,
  theme: 'none',
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'direct',
  operationTitleSource: 'summary',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: TITLE },
};

const START = `Scalar.createApiReference('#reference', ${JSON.stringify(SETTINGS)})`;

/** The bar is there before the script, and Scalar takes its colours from the same rules. */
const STYLE = withTokens(`${FONT_FACE}${CONTROL_STYLE}${HEADER_STYLE}${REFERENCE_STYLE}`);

/** The reference of all operations and webhooks, with test requests. */
export async function referencePage(): Promise<SitePage> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${TITLE}</title>
<link rel="icon" href="${SITE_ICON}" />${FONT_PRELOAD}
<style>${raw(STYLE)}</style>
</head>
<body>
${siteHeader('/docs')}
<noscript><p class="alone">The reference needs JavaScript. The same is in <a href="/openapi.yaml">/openapi.yaml</a>.</p></noscript>
<div id="reference"></div>
<script src="${SCRIPT_PATH}?v=${REFERENCE_RELEASE}"></script>
<script>${raw(START)}</script>
</body>
</html>
`;
  // Scalar writes styles into the page and into attributes: 'unsafe-inline' is for styles only, not for scripts.
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${cspHash(START)}`,
    "style-src 'unsafe-inline'",
    "font-src 'self' data:",
    "connect-src 'self'",
    CLOSED,
  ];
  return {
    html: String(text),
    headers: { ...DOCUMENT_HEADERS, 'Content-Security-Policy': policy.join('; ') },
  };
}

import { html, raw } from 'hono/html';
import { REFERENCE_RELEASE, SCRIPT_PATH } from './documents.ts';
import { CLOSED, hashOf, type HtmlDocument } from './text-page.ts';

/**
 * Scalar reads the document from this very host and sends what is tried to it as well: nothing is fetched from, told to or
 * asked of anybody else. Keys are forgotten with the tab.
 */
const SETTINGS = {
  url: '/openapi.json',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'direct',
  operationTitleSource: 'summary',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'API reference · Workspace platform' },
};

const START = `Scalar.createApiReference('#reference', ${JSON.stringify(SETTINGS)})`;

/** The reference of all operations and webhooks, to read and to try. */
export async function referencePage(): Promise<HtmlDocument> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>API reference · Workspace platform</title>
<link rel="icon" href="data:," />
</head>
<body>
<noscript><p>The reference needs JavaScript. The same is in <a href="/openapi.yaml">/openapi.yaml</a>.</p></noscript>
<div id="reference"></div>
<script src="${SCRIPT_PATH}?v=${REFERENCE_RELEASE}"></script>
<script>${raw(START)}</script>
</body>
</html>
`;
  return {
    html: String(text),
    // Scalar writes its styles into the page and into attributes: 'unsafe-inline' for styles alone, scripts stay closed.
    policy: [
      "default-src 'none'",
      `script-src 'self' ${hashOf(START)}`,
      "style-src 'unsafe-inline'",
      "font-src 'self' data:",
      "connect-src 'self'",
      CLOSED,
    ].join('; '),
  };
}

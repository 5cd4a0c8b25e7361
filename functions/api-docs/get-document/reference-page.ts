import { html, raw } from 'hono/html';
import { REFERENCE_RELEASE, SCRIPT_PATH } from './documents.ts';
import { CLOSED, cspHash, type HtmlDocument } from './text-page.ts';

/**
 * Scalar loads the document from this host and sends test requests to it. It sends nothing to third parties, and keys are
 * forgotten when the tab is closed.
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

/** The reference of all operations and webhooks, with test requests. */
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
    // Scalar writes styles into the page and into attributes: 'unsafe-inline' is for styles only, not for scripts.
    policy: [
      "default-src 'none'",
      `script-src 'self' ${cspHash(START)}`,
      "style-src 'unsafe-inline'",
      "font-src 'self' data:",
      "connect-src 'self'",
      CLOSED,
    ].join('; '),
  };
}

import type { BuiltConsole } from '#shared/platform/runtime/build-console.ts';

/** The ground of the frame in both themes, `--ground` of `console/styles/tokens.css`. */
const GROUNDS = [
  ['light', '#f6f6f7'],
  ['dark', '#0c0d10'],
] as const;

/**
 * The page of the console. `sharesOrigin`: public pages, which can load scripts of third parties, have the same origin, so the
 * console must not store a key in the browser. `stage` is shown to the person unless people depend on it.
 */
export function consolePage(
  { theme, script, preload, style, icon }: Omit<BuiltConsole, 'files'>,
  { sharesOrigin, stage }: { readonly sharesOrigin: boolean; readonly stage: string },
): string {
  const preloads = preload
    .map((name) => `<link rel="modulepreload" href="/console/files/${name}" />\n`)
    .join('');
  const grounds = GROUNDS.map(
    ([name, colour]) =>
      `<meta name="theme-color" data-of="${name}" media="(prefers-color-scheme:${name})" content="${colour}" />\n`,
  ).join('');
  return `<!doctype html>
<html lang="en" data-storage="${sharesOrigin ? 'none' : 'session'}" data-stage="${stage}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
${grounds}<title>Console</title>
<link rel="icon" href="/console/files/${icon}" />
<script src="/console/files/${theme}"></script>
<link rel="stylesheet" href="/console/files/${style}" />
${preloads}<script type="module" src="/console/files/${script}"></script>
</head>
<body>
<noscript><p>The console needs JavaScript. The API does not: see <a href="/docs">the API reference</a>.</p></noscript>
<div id="console"></div>
</body>
</html>
`;
}

/**
 * Scripts, styles, fonts, pictures and requests come from and go to this host only. No code is inline or evaluated. Only pages of `frameOrigins` may
 * show the console in a frame. The console shows previews of pages in a frame, from `pageOrigin`, and sends files of the person to `uploadOrigin`.
 */
export function consolePolicy({
  frameOrigins,
  pageOrigin,
  uploadOrigin,
}: {
  readonly frameOrigins: readonly string[];
  readonly pageOrigin: string;
  readonly uploadOrigin: string;
}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    // A file that the person has chosen has a URL of the browser.
    "img-src 'self' blob:",
    `connect-src 'self' ${uploadOrigin}`,
    `frame-src ${pageOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

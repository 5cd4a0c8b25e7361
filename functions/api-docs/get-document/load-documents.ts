import { SITE_FONT } from '#shared/platform/render/site-font.ts';
import type { SitePage } from '#shared/platform/render/site-page.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { OPERATIONS_FILE, REFERENCE_FILE } from '#shared/platform/runtime/derived-files.ts';
import { type DocumentPath, SCRIPT_PATH } from './documents.ts';
import { errorPage } from './error-page.ts';
import { errorsMarkdown } from './errors-markdown.ts';
import { llmsText } from './llms-text.ts';
import { renderMarkdown, sectionsOf } from './markdown.ts';
import { referencePage } from './reference-page.ts';
import { textPage } from './text-page.ts';

/** A document as sent: its bytes, compressed with gzip, and its own headers. */
export type LoadedDocument = {
  readonly gzipped: Buffer;
  /** Whether the document is no text, so that it is sent in base64 also without compression. */
  readonly isBinary?: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

/** The loader of each document, from the files that are deployed with the function. */
export function documentLoaders(
  files: DeployedFiles,
  gzip: (text: string) => Buffer,
): Readonly<Record<DocumentPath, () => Promise<LoadedDocument>>> {
  return {
    '/openapi.json': () => plain('application/json', 'docs/api/openapi.json'),
    '/openapi.yaml': () => plain('application/yaml', 'docs/api/openapi.yaml'),
    '/docs': async () => page(await referencePage()),
    '/docs/errors': async () =>
      page(await textPage('/docs/errors', 'Errors', errorPage(await text('docs/api/errors.md')))),
    '/docs/errors.md': async () => markdown(errorsMarkdown(await text('docs/api/errors.md'))),
    '/docs/operations.md': async () => markdown(await text(OPERATIONS_FILE)),
    '/docs/webhooks.md': async () => markdown(await text('docs/api/webhooks.md')),
    '/docs/mcp': () => guide('/docs/mcp', 'MCP', 'docs/api/mcp.md'),
    '/docs/mcp.md': async () => markdown(await text('docs/api/mcp.md')),
    '/docs/broadcasts': () => guide('/docs/broadcasts', 'Sending a broadcast', 'docs/api/broadcasts.md'),
    '/docs/broadcasts.md': async () => markdown(await text('docs/api/broadcasts.md')),
    '/docs/coming-from-mixpost': () =>
      guide('/docs/coming-from-mixpost', 'Coming from Mixpost', 'docs/api/coming-from-mixpost.md'),
    '/docs/coming-from-mixpost.md': async () => markdown(await text('docs/api/coming-from-mixpost.md')),
    '/docs/compatibility.md': async () => markdown(await text('docs/api/compatibility.md')),
    '/llms.txt': async () => zipped('text/plain', llmsText()),
    '/docs/webhooks': () => guide('/docs/webhooks', 'Webhooks', 'docs/api/webhooks.md'),
    '/docs/compatibility': () => guide('/docs/compatibility', 'Compatibility', 'docs/api/compatibility.md'),
    [SCRIPT_PATH]: () => plain('text/javascript', REFERENCE_FILE),
    [SITE_FONT.path]: font,
  };

  async function text(path: string): Promise<string> {
    return (await files.read(path)).toString();
  }

  /** A large file is compressed when it is bundled: to compress it in the first request takes longer than to start the function. */
  async function plain(mediaType: string, path: string): Promise<LoadedDocument> {
    return {
      gzipped: await files.readGzipped(path),
      headers: { 'Content-Type': `${mediaType}; charset=utf-8` },
    };
  }

  async function font(): Promise<LoadedDocument> {
    return {
      gzipped: await files.readGzipped(`node_modules/${SITE_FONT.module}`),
      headers: { 'Content-Type': 'font/woff2', 'Cross-Origin-Resource-Policy': 'same-origin' },
      isBinary: true,
    };
  }

  function markdown(content: string): LoadedDocument {
    return zipped('text/markdown', content);
  }

  function zipped(mediaType: string, content: string): LoadedDocument {
    return { gzipped: gzip(content), headers: { 'Content-Type': `${mediaType}; charset=utf-8` } };
  }

  async function guide(path: DocumentPath, title: string, file: string): Promise<LoadedDocument> {
    const source = await text(file);
    return page(await textPage(path, title, renderMarkdown(source), sectionsOf(source)));
  }

  function page({ html, headers }: SitePage): LoadedDocument {
    return { gzipped: gzip(html), headers };
  }
}

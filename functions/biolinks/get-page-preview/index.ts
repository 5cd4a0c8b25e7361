import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoPagePreviewReader } from '#shared/biolinks/store/dynamo-page-preview-store.ts';
import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { pageOrigin } from '#shared/platform/core/page-origin.ts';
import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { consoleOrigins } from '#shared/platform/http/console-host.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities, errorPage(renderErrorPage)],
  ({ core, apiHosts, consoleHosts, consoleFrameOrigins, pageHost }) =>
    createHandler({
      previews: createDynamoPagePreviewReader(core),
      pages: createDynamoPageReader(core),
      origin: pageOrigin(pageHost),
      apiHosts,
      // `frame-ancestors` must list every page around the preview: the console, and the pages that may show the console in a frame.
      frameOrigins: [...consoleOrigins({ consoleHosts, pageHost }), ...consoleFrameOrigins],
    }),
);

import { renderErrorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { createDynamoPagePreviewReader } from '#shared/biolinks/store/dynamo-page-preview-store.ts';
import { createDynamoPageReader } from '#shared/biolinks/store/dynamo-page-store.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [capabilities, errorPage(renderErrorPage)],
  ({ core, apiHosts, consoleFrameOrigins, pageHost }) =>
    createHandler({
      previews: createDynamoPagePreviewReader(core),
      pages: createDynamoPageReader(core),
      origin: pageOrigin(pageHost),
      apiHosts,
      frameOrigins: consoleFrameOrigins,
    }),
);

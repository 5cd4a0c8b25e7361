import { randomBytes } from 'node:crypto';
import { createDynamoBlockStore } from '#shared/biolinks/store/dynamo-block-store.ts';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { createDynamoPagePreviewStore } from '#shared/biolinks/store/dynamo-page-preview-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { createDynamoPixelStore } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { generateLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, sealedResponses], ({ core, pageHost }) =>
  createHandler({
    pages: createDynamoPageStore(core),
    blocks: createDynamoBlockStore(core),
    domains: createDynamoPageDomainStore(core),
    pixels: createDynamoPixelStore(core),
    previews: createDynamoPagePreviewStore(core),
    generateToken: () => generateLinkSecret(randomBytes),
    origin: pageOrigin(pageHost),
  }),
);

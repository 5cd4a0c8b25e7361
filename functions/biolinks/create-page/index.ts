import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { createDynamoPixelStore } from '#shared/biolinks/store/dynamo-pixel-store.ts';
import { pageOrigin } from '#shared/platform/core/stage-hosts.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { hashPassword } from '#shared/platform/runtime/password-hash.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core, pageHost }) =>
  createHandler({
    pages: createDynamoPageStore(core),
    domains: createDynamoPageDomainStore(core),
    pixels: createDynamoPixelStore(core),
    hashPassword: async (password) => ({ scrypt: await hashPassword(password) }),
    origin: pageOrigin(pageHost),
  }),
);

import { createHandler as createCreatePageHandler } from '#functions/biolinks/create-page/handler.ts';
import { operation as createPage } from '#functions/biolinks/create-page/operation.ts';
import { createHandler as createDeletePageHandler } from '#functions/biolinks/delete-page/handler.ts';
import { operation as deletePage } from '#functions/biolinks/delete-page/operation.ts';
import { createHandler as createGetPageHandler } from '#functions/biolinks/get-page/handler.ts';
import { operation as getPage } from '#functions/biolinks/get-page/operation.ts';
import { createHandler as createListPagesHandler } from '#functions/biolinks/list-pages/handler.ts';
import { operation as listPages } from '#functions/biolinks/list-pages/operation.ts';
import { createHandler as createSetPageStatusHandler } from '#functions/biolinks/set-page-status/handler.ts';
import { operation as setPageStatus } from '#functions/biolinks/set-page-status/operation.ts';
import { createHandler as createUpdatePageHandler } from '#functions/biolinks/update-page/handler.ts';
import { operation as updatePage } from '#functions/biolinks/update-page/operation.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

/** Scheme and host of pages without a domain of their own. */
const PAGE_ORIGIN = 'https://pages.example.com';

type Parts = {
  readonly bench: Pick<PlatformFixture, 'pages' | 'domains' | 'pixels' | 'responses'>;
  readonly services: HttpServices;
  readonly hashPassword: (password: string) => Promise<{ scrypt: string }>;
};

/** The operations on pages over the stores of a bench. */
export function pageFunctions({ bench, services, hashPassword }: Parts) {
  const deps = { ...bench, hashPassword, origin: PAGE_ORIGIN };
  const answering = { ...services, idempotency: { store: bench.responses } };
  return {
    'create-page': httpFunction(createPage, createCreatePageHandler(deps), answering),
    'list-pages': httpFunction(listPages, createListPagesHandler(deps), services),
    'get-page': httpFunction(getPage, createGetPageHandler(deps), services),
    'update-page': httpFunction(updatePage, createUpdatePageHandler(deps), services),
    'set-page-status': httpFunction(setPageStatus, createSetPageStatusHandler(deps), answering),
    'delete-page': httpFunction(deletePage, createDeletePageHandler(deps), services),
  };
}

/** Hashes that are quick and different each time, as those of random salts are; they hold nothing of the password. */
export function createQuickHash(): Parts['hashPassword'] {
  let hashed = 0;
  return async () => {
    hashed += 1;
    return { scrypt: `hash ${hashed}` };
  };
}

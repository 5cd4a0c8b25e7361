import { randomBytes } from 'node:crypto';
import { createHandler as createCreateDomainHandler } from '#functions/biolinks/create-domain/handler.ts';
import { operation as createDomain } from '#functions/biolinks/create-domain/operation.ts';
import { createHandler as createCreatePixelHandler } from '#functions/biolinks/create-pixel/handler.ts';
import { operation as createPixel } from '#functions/biolinks/create-pixel/operation.ts';
import { createHandler as createDeleteDomainHandler } from '#functions/biolinks/delete-domain/handler.ts';
import { operation as deleteDomain } from '#functions/biolinks/delete-domain/operation.ts';
import { createHandler as createDeletePixelHandler } from '#functions/biolinks/delete-pixel/handler.ts';
import { operation as deletePixel } from '#functions/biolinks/delete-pixel/operation.ts';
import { createHandler as createListDomainsHandler } from '#functions/biolinks/list-domains/handler.ts';
import { operation as listDomains } from '#functions/biolinks/list-domains/operation.ts';
import { createHandler as createListPixelsHandler } from '#functions/biolinks/list-pixels/handler.ts';
import { operation as listPixels } from '#functions/biolinks/list-pixels/operation.ts';
import { createHandler as createListThemesHandler } from '#functions/biolinks/list-themes/handler.ts';
import { operation as listThemes } from '#functions/biolinks/list-themes/operation.ts';
import { createHandler as createVerifyDomainHandler } from '#functions/biolinks/verify-domain/handler.ts';
import { operation as verifyDomain } from '#functions/biolinks/verify-domain/operation.ts';
import type { TxtResolver } from '#shared/biolinks/ports/txt-resolver.ts';
import { httpFunction, type HttpServices } from '#shared/platform/http/http-function.ts';
import type { MemoryBench } from '#test/support/fixtures/platform/platform-fixture.ts';

type Parts = {
  readonly bench: MemoryBench;
  readonly services: HttpServices;
  readonly dns: TxtResolver;
};

/** Themes, domains and pixels over memory fakes. */
export function catalogueFunctions({ bench, services, dns }: Parts) {
  const { domains, pixels } = bench;
  const answering = { ...services, idempotency: { store: bench.responses } };
  const connect = createCreateDomainHandler({ domains, ownHosts: ['pages.example.net'], randomBytes });
  const list = createListDomainsHandler({ domains, defaultHost: 'pages.example.net' });
  return {
    'list-themes': httpFunction(listThemes, createListThemesHandler(), services),
    'list-domains': httpFunction(listDomains, list, services),
    'create-domain': httpFunction(createDomain, connect, answering),
    'verify-domain': httpFunction(verifyDomain, createVerifyDomainHandler({ domains, dns }), answering),
    'delete-domain': httpFunction(deleteDomain, createDeleteDomainHandler({ domains }), services),
    'list-pixels': httpFunction(listPixels, createListPixelsHandler({ pixels }), services),
    'create-pixel': httpFunction(createPixel, createCreatePixelHandler({ pixels }), answering),
    'delete-pixel': httpFunction(deletePixel, createDeletePixelHandler({ pixels }), services),
  };
}

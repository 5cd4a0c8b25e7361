import { randomBytes } from 'node:crypto';
import { createCreateDomainHandler } from '#functions/create-domain/handler.ts';
import { operation as createDomain } from '#functions/create-domain/operation.ts';
import { createCreatePixelHandler } from '#functions/create-pixel/handler.ts';
import { operation as createPixel } from '#functions/create-pixel/operation.ts';
import { createDeleteDomainHandler } from '#functions/delete-domain/handler.ts';
import { operation as deleteDomain } from '#functions/delete-domain/operation.ts';
import { createDeletePixelHandler } from '#functions/delete-pixel/handler.ts';
import { operation as deletePixel } from '#functions/delete-pixel/operation.ts';
import { createListDomainsHandler } from '#functions/list-domains/handler.ts';
import { operation as listDomains } from '#functions/list-domains/operation.ts';
import { createListPixelsHandler } from '#functions/list-pixels/handler.ts';
import { operation as listPixels } from '#functions/list-pixels/operation.ts';
import { createListThemesHandler } from '#functions/list-themes/handler.ts';
import { operation as listThemes } from '#functions/list-themes/operation.ts';
import { createVerifyDomainHandler } from '#functions/verify-domain/handler.ts';
import { operation as verifyDomain } from '#functions/verify-domain/operation.ts';
import type { TxtResolver } from '#shared/domain/ports/txt-resolver.ts';
import { httpFunction, type HttpServices } from '#shared/http/http-function.ts';
import type { MemoryBench } from './platform-bench.ts';

type Parts = {
  readonly bench: MemoryBench;
  readonly services: HttpServices;
  readonly dns: TxtResolver;
};

/** Themes, domains and pixels over memory fakes. */
export function catalogueFunctions({ bench, services, dns }: Parts) {
  const { domains, pixels } = bench;
  const answering = { ...services, memory: { answers: bench.answers } };
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

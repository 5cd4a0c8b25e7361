import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { OperationHandler, Operation } from '#shared/platform/http/operation.ts';
import type { RenderErrorPage } from '#shared/platform/http/respond.ts';
import { type Provisions, createProvisions } from './provisions.ts';

type Public = Operation & { readonly access: { readonly kind: 'public' } };

/** A public operation that reads tables. */
export function publicEntry<const O extends Public & { readonly htmlErrors?: false }, R>(
  operation: O,
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
) {
  const provisions = createProvisions(operation);
  const { clock, log } = provisions;
  return httpFunction(operation, build(provisions), { clock, log });
}

/** A public operation that people open in a browser: it returns errors as pages. */
export function pageEntry<const O extends Public & { readonly htmlErrors: true }, R>(
  operation: O,
  build: (provisions: Provisions<O>) => OperationHandler<O, R>,
  createErrorPage: (provisions: Provisions<O>) => RenderErrorPage,
) {
  const provisions = createProvisions(operation);
  const { clock, log } = provisions;
  const renderErrorPage = createErrorPage(provisions);
  return httpFunction(operation, build(provisions), { clock, log, renderErrorPage });
}

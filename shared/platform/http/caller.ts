import type { Principal } from '#shared/platform/identity/principal.ts';
import type { RequestContext } from './request-context.ts';

/** The authenticated caller. @throws Error in a public operation */
export function requirePrincipal({ principal }: Pick<RequestContext, 'principal'>): Principal {
  if (!principal) throw new Error('The caller was not authenticated');
  return principal;
}

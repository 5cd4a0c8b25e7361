import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Exchange } from './exchange.ts';

/** The authenticated caller. @throws Error in an operation that forgot to authenticate */
export function callerOf({ principal }: Pick<Exchange, 'principal'>): Principal {
  if (!principal) throw new Error('The caller was not authenticated');
  return principal;
}

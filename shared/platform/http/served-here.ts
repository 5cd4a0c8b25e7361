import { PlatformError } from '#shared/platform/core/errors.ts';
import type { HttpServices } from './http-services.ts';
import type { HttpMiddleware, Operation } from './operation.ts';

/**
 * Rejects requests to hosts on which the operation does not exist (docs/specification.md#hosts). Pages load scripts of third parties, and a
 * customer controls the DNS of its host, so neither may reach the API under that name.
 */
export function servedHere(
  { servedAt = 'api' }: Operation,
  { hosts }: Pick<HttpServices, 'hosts'>,
): HttpMiddleware {
  return {
    before({ event }) {
      if (hosts.serves(servedAt, event.requestContext.domainName)) return;
      throw new PlatformError('route_not_found', hosts.missing(servedAt));
    },
  };
}

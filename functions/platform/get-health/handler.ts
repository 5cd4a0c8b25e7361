import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Returns that the API is reachable. It checks no dependency, so that an outage of one never fails the health check. */
export function createHandler(): OperationHandler<typeof operation> {
  return {
    async handle() {
      return { status: 200, body: { status: 'ok' } };
    },
  };
}

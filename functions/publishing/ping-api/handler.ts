import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** The authentication of the request is the whole check. */
export function createHandler(): OperationHandler<typeof operation> {
  return {
    async handle() {
      return { status: 200, body: {} };
    },
  };
}

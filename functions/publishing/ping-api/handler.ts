import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Checks nothing itself, because the key was authenticated before. */
export function createHandler(): OperationHandler<typeof operation> {
  return {
    async handle() {
      return { status: 200, body: {} };
    },
  };
}

import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Answers that the API is reachable; says nothing about its dependencies, so that a probe never takes them down. */
export function createHandler(): OperationHandler<typeof operation> {
  return {
    async handle() {
      return { status: 200, body: { status: 'ok' } };
    },
  };
}

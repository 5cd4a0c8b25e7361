import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { OperationHandler, Operation } from '#shared/platform/http/operation.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { createLog } from '#shared/platform/runtime/logger.ts';

type Static = Operation & { readonly access: { readonly kind: 'public' }; readonly uses: readonly [] };

/** A public operation without capabilities, such as the health check: its bundle has no AWS client. */
export function staticEntry<const O extends Static, R>(operation: O, handler: OperationHandler<O, R>) {
  return httpFunction(operation, handler, {
    clock: systemClock,
    log: createLog(operation.name, process.env),
  });
}

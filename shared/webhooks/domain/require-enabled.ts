import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn } from '#shared/platform/core/state-machine.ts';
import { ENDPOINT_MACHINE, endpointMachineState } from './endpoint-machine.ts';
import type { Endpoint } from './endpoint.ts';

const DETAILS: { readonly [Code in ErrorCode]?: string } = {
  endpoint_suspended: 'The endpoint is suspended. Another admin must take over the endpoint first.',
  endpoint_paused: 'The endpoint is paused. Enable the endpoint first.',
};

/**
 * Requires a state in which a request by hand may be sent; suspended takes precedence over paused.
 * @throws PlatformError with the code by which the state machine of the endpoint rejects `send`
 */
export function requireEnabled(endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'>): void {
  const code = errorIn(ENDPOINT_MACHINE, 'send', endpointMachineState(endpoint));
  if (code !== undefined)
    throw new PlatformError(code, DETAILS[code] ?? 'Nothing can be sent to the endpoint.');
}

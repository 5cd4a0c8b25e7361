import { type ErrorCode, errorOf, PlatformError } from '#shared/platform/core/errors.ts';
import { errorIn } from '#shared/platform/core/state-machine.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { ENDPOINT_MACHINE, endpointMachineState } from './endpoint-machine.ts';
import type { Endpoint } from './endpoint.ts';

const DETAILS: { readonly [Code in ErrorCode]?: string } = {
  endpoint_suspended:
    'The endpoint is suspended. Take it over first with takeOverEndpoint (POST …/take-over) and the key of an admin.',
  endpoint_paused: 'The endpoint is paused. Enable it first with enableEndpoint (POST …/enable).',
  admin_required:
    'The admin who was responsible for the endpoint lost access. Take it over first with takeOverEndpoint ' +
    '(POST …/take-over) and the key of an admin.',
};

/**
 * Requires a state in which the endpoint can be enabled. Without this check, a suspended endpoint would be enabled with status
 * 200 and still receive nothing.
 * @throws PlatformError with the code by which the state machine of the endpoint rejects `enable`
 */
export function requireEnableAllowed(endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'>): void {
  const code = errorIn(ENDPOINT_MACHINE, 'enable', endpointMachineState(endpoint));
  if (code !== undefined)
    throw new PlatformError(
      errorOf(code, webhooksErrors),
      DETAILS[code] ?? 'The endpoint cannot be enabled.',
    );
}

/**
 * Requires a state in which a request by hand may be sent; suspended takes precedence over paused.
 * @throws PlatformError with the code by which the state machine of the endpoint rejects `send`
 */
export function requireEnabled(endpoint: Pick<Endpoint, 'enabled' | 'suspendedReason'>): void {
  const code = errorIn(ENDPOINT_MACHINE, 'send', endpointMachineState(endpoint));
  if (code !== undefined)
    throw new PlatformError(
      errorOf(code, webhooksErrors),
      DETAILS[code] ?? 'Nothing can be sent to the endpoint.',
    );
}

import { PlatformError } from '#shared/domain/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** Holds an endpoint to being enabled before something is sent by hand (G79, R3): suspended speaks before paused. */
export function requireEnabled({ enabled, suspendedReason }: Endpoint): void {
  if (suspendedReason !== null) {
    throw new PlatformError('endpoint_suspended', 'Another admin has to take the endpoint over first.');
  }
  if (!enabled) throw new PlatformError('endpoint_paused', 'Enable the endpoint first.');
}

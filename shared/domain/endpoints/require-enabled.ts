import { PlatformError } from '#shared/domain/errors.ts';
import { type Endpoint, endpointState } from './endpoint.ts';

/** Holds an endpoint to being enabled before something is sent by hand (G79, R3): suspended speaks before paused. */
export function requireEnabled(endpoint: Endpoint): void {
  const state = endpointState(endpoint);
  if (state === 'suspended') {
    throw new PlatformError('endpoint_suspended', 'Another admin has to take the endpoint over first.');
  }
  if (state === 'paused') throw new PlatformError('endpoint_paused', 'Enable the endpoint first.');
}

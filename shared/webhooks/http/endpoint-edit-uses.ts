import type { Capability } from '#shared/platform/runtime/capabilities.ts';

/** The capabilities of operations that edit the settings of an endpoint or make another member responsible for it. */
export const EDIT_USES = [
  'get-endpoints',
  'put-endpoints',
  'put-targets',
  'update-directories',
  'get-members',
  'update-members',
  'query-deliveries',
  'check-addresses',
] as const satisfies readonly Capability[];

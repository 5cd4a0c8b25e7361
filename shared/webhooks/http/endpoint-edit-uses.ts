import type { Capability } from '#shared/platform/runtime/capabilities.ts';

/** What an operation uses that edits the settings of an endpoint or makes another member responsible for it. */
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

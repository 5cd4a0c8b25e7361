import type { Access, PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the pixels of the workspace. */
export const PIXELS_READ = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['biolinks:pixels:read'],
} as const satisfies Access;

/** Adding and removing pixels. */
export const PIXELS_WRITE = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['biolinks:pixels:write'],
} as const satisfies Access;

export const pixelParameter = {
  form: 'uuid',
  notFound: 'pixel_not_found',
} as const satisfies PathParameter;

import type { Access, PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the media library and its files. */
export const MEDIA_READ = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['publishing:media:read'],
} as const satisfies Access;

/** Uploading, describing and deleting files. */
export const MEDIA_WRITE = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['publishing:media:write'],
} as const satisfies Access;

/** URLs identify files by UUID, posts by integer id (docs/specification.md#two-ids). */
export const mediaParameter = { form: 'uuid', notFound: 'media_not_found' } as const satisfies PathParameter;

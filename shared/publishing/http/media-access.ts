import type { Access, PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the media library, and the files in it. */
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

/** URLs name files by UUID, posts by integer (C5). */
export const mediaParameter = { form: 'uuid', notFound: 'media_not_found' } as const satisfies PathParameter;

import type { Access, PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the tags of the workspace. */
export const TAGS_READ = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['publishing:tags:read'],
} as const satisfies Access;

/** Adding, changing and deleting tags. */
export const TAGS_WRITE = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['publishing:tags:write'],
} as const satisfies Access;

/** URLs identify tags by UUID, posts by integer id (docs/specification.md#two-ids). */
export const tagParameter = { form: 'uuid', notFound: 'tag_not_found' } as const satisfies PathParameter;

import type { Access, PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the domains of the workspace. */
export const DOMAINS_READ = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['biolinks:domains:read'],
} as const satisfies Access;

/** Connecting, verifying and removing domains. */
export const DOMAINS_WRITE = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['biolinks:domains:write'],
} as const satisfies Access;

export const domainParameter = {
  form: 'uuid',
  notFound: 'domain_not_found',
} as const satisfies PathParameter;

import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy } from '#shared/platform/http/load-resource.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the domains of the workspace. */
export const DOMAINS_READ = keyWith('biolinks:domains:read');

/** Connecting, verifying and removing domains. */
export const DOMAINS_WRITE = keyWith('biolinks:domains:write');

export const domainParameter = {
  form: 'uuid',
  notFound: biolinksErrors.domain_not_found,
} as const satisfies PathParameter;

/** Finds the connected domain of the path; the default domain cannot be changed. @throws PlatformError `domain_not_found` */
export const loadDomain = loadBy('domain', domainParameter);

import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/**
 * The path segment with the slug of a page. An invalid slug also returns an HTML page (docs/specification.md#unknown-routes).
 */
export const slugParameter: PathParameter = {
  form: 'text',
  notFound: biolinksErrors.page_not_found,
  example: 'demo',
};

/** The path segment with the id of a block of a public page; an invalid id returns an HTML page, too. */
export const publicBlockParameter: PathParameter = {
  form: 'text',
  notFound: biolinksErrors.page_not_found,
  example: '01980000-0000-7000-8000-000000000001',
};

import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/**
 * The path segment with the slug of a page. An invalid slug also returns an HTML page (docs/specification.md#unknown-routes).
 */
export const slugParameter: PathParameter = { form: 'text', notFound: biolinksErrors.page_not_found };

import type { PathParameter } from '#shared/platform/http/operation.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

/** The path segment with what a link in a mail identifies. A link that does not work returns an HTML page. */
export const mailLinkParameter: PathParameter = {
  form: 'text',
  notFound: webhooksErrors.notification_target_not_found,
  example: 'confirm',
};

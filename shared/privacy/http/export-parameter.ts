import type { PathParameter } from '#shared/platform/http/operation.ts';
import * as privacyErrors from '#shared/privacy/errors.ts';

/** The path parameter with the ID of an export. */
export const exportParameter = {
  form: 'uuid',
  notFound: privacyErrors.export_not_found,
} as const satisfies PathParameter;

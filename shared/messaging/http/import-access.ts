import * as messagingErrors from '#shared/messaging/errors.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import { CONTACTS_PATH } from './contact-access.ts';

export const IMPORTS_PATH = `${CONTACTS_PATH}/imports`;

/** The variable of the path. */
export const IMPORT_PARAMS = {
  import: { form: 'uuid', notFound: messagingErrors.import_not_found } as const satisfies PathParameter,
};

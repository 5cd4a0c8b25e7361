import * as eventsErrors from '#shared/events/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

export const CONTACTS_PATH = '/api/v1/salesbot/contacts';

/** Reading contacts. */
export const CONTACTS_READ = keyWith('salesbot:contacts:read');

/** Creating, changing and deleting contacts. */
export const CONTACTS_WRITE = keyWith('salesbot:contacts:write');

/** The variable of the path. */
export const CONTACT_PARAMS = {
  contact: { form: 'uuid', notFound: eventsErrors.contact_not_found } as const satisfies PathParameter,
};

/** Settings of all operations that change one contact; `If-Match` is optional (docs/specification.md#if-match). */
export const ON_CONTACT = {
  product: 'salesbot',
  params: CONTACT_PARAMS,
  precondition: 'optional',
  revisionVisibleWith: 'salesbot:contacts:read',
  // Automations and users change one contact at the same time. A client that sends no `If-Match` then needs no 409.
  retries: 8,
} as const;

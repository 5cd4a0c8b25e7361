import { loadBy } from '#shared/platform/http/load-resource.ts';
import { CONTACT_PARAMS } from './contact-access.ts';

/** Finds the contact of the path. @throws PlatformError `contact_not_found` */
export const loadContact = loadBy('contact', CONTACT_PARAMS.contact);

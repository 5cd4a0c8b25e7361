import * as messagingErrors from '#shared/messaging/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy } from '#shared/platform/http/load-resource.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

export const NUMBERS_PATH = '/api/v1/salesbot/phone-numbers';

/** Reading phone numbers and their templates. */
export const NUMBERS_READ = keyWith('salesbot:numbers:read');

/** Connecting, verifying and disconnecting phone numbers. */
export const NUMBERS_WRITE = keyWith('salesbot:numbers:write');

/** The variable of the path. */
export const NUMBER_PARAMS = {
  number: { form: 'uuid', notFound: messagingErrors.phone_number_not_found } as const satisfies PathParameter,
};

/** Finds the phone number of the path. @throws PlatformError `phone_number_not_found` */
export const loadPhoneNumber = loadBy('number', NUMBER_PARAMS.number);

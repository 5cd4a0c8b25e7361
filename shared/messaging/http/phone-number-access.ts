import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
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
export async function loadPhoneNumber(
  numbers: Pick<PhoneNumberReader, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly number: string } },
): Promise<PhoneNumber> {
  const number = await numbers.find(principal.workspaceId, params.number);
  if (!number) throw notFound(messagingErrors.phone_number_not_found);
  return number;
}

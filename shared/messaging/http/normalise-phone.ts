import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { ValidationError, type ValidationIssue } from '#shared/platform/core/errors.ts';
import { NOT_A_PHONE_NUMBER } from './phone-number.ts';

/**
 * The E.164 form of the phone number of a request. Null and undefined are returned as they are.
 * @param place of the number in the request
 * @throws ValidationError `invalid_format`
 */
export async function normalisePhone(
  phoneNumbers: PhoneNumbers,
  phone: string | null | undefined,
  place: Pick<ValidationIssue, 'pointer' | 'parameter'>,
): Promise<string | null | undefined> {
  if (phone === undefined || phone === null) return phone;
  const normalised = await phoneNumbers.normalise(phone);
  if (normalised === undefined) throw new ValidationError([{ ...place, ...NOT_A_PHONE_NUMBER }]);
  return normalised;
}

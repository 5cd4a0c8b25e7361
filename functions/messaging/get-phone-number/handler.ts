import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { loadPhoneNumber } from '#shared/messaging/http/phone-number-access.ts';
import { phoneNumberView } from '#shared/messaging/http/phone-number-view.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly numbers: Pick<PhoneNumberReader, 'find'> };

/** Reads a phone number. */
export function createHandler({ numbers }: Dependencies): OperationHandler<typeof operation, PhoneNumber> {
  return {
    load: (request) => loadPhoneNumber(numbers, request),

    async handle({ resource: number }) {
      return { status: 200, body: { data: phoneNumberView(number) } };
    },
  };
}

import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { loadPhoneNumber } from '#shared/messaging/http/phone-number-access.ts';
import type { PhoneNumberStore } from '#shared/messaging/ports/phone-number-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly numbers: Pick<PhoneNumberStore, 'find' | 'remove'> };

/** Disconnects a phone number. Any workspace can then verify it, once the operator has changed its tag. */
export function createHandler({ numbers }: Dependencies): OperationHandler<typeof operation, PhoneNumber> {
  return {
    load: (request) => loadPhoneNumber(numbers, request),

    async handle({ resource: number, command }) {
      const response = { status: 204 };
      await numbers.remove(number, await command(response));
      return response;
    },
  };
}

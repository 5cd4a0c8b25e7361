import {
  isSameVerification,
  type PhoneNumber,
  verifiedNumber,
} from '#shared/messaging/domain/phone-number.ts';
import { loadPhoneNumber } from '#shared/messaging/http/phone-number-access.ts';
import { phoneNumberView } from '#shared/messaging/http/phone-number-view.ts';
import type { NumberDirectory } from '#shared/messaging/ports/number-directory.ts';
import type { PhoneNumberStore } from '#shared/messaging/ports/phone-number-store.ts';
import { requireChannel } from '#shared/messaging/use-cases/require-channel.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly numbers: Pick<PhoneNumberStore, 'find' | 'save'>;
  readonly numberDirectory: Pick<NumberDirectory, 'isAvailable' | 'describe'>;
};

/**
 * Verifies a number by its tag at AWS, which only the operator of the installation can set. So no workspace can get a number by its
 * phone number or by a guessed ID.
 */
export function createHandler({
  numbers,
  numberDirectory,
}: Dependencies): OperationHandler<typeof operation, PhoneNumber> {
  return {
    load: (request) => loadPhoneNumber(numbers, request),

    async handle({ resource: before, now, command }) {
      requireChannel(numberDirectory, before.platform);
      const facts = before.platform === 'sandbox' ? undefined : await numberDirectory.describe(before);
      const after = verifiedNumber(before, facts, now);
      if (isSameVerification(before, after)) return { status: 200, body: { data: phoneNumberView(before) } };
      const response = { status: 200, body: { data: phoneNumberView(after) } };
      await numbers.save(before, after, await command(response));
      return response;
    },
  };
}

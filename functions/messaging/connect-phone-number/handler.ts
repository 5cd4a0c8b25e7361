import { newPhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import { NUMBERS_PATH } from '#shared/messaging/http/phone-number-access.ts';
import { phoneNumberView } from '#shared/messaging/http/phone-number-view.ts';
import { NOT_A_PHONE_NUMBER } from '#shared/messaging/http/phone-number.ts';
import type { PhoneNumberStore } from '#shared/messaging/ports/phone-number-store.ts';
import type { PhoneNumbers } from '#shared/messaging/ports/phone-numbers.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly numbers: Pick<PhoneNumberStore, 'create'>;
  readonly phoneNumbers: PhoneNumbers;
};

/** Connects a number. It claims nothing: the first workspace that verifies the number gets it. */
export function createHandler({ numbers, phoneNumbers }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const phone = await phoneNumbers.normalise(body.phone);
      if (phone === undefined) throw new ValidationError([{ pointer: '#/phone', ...NOT_A_PHONE_NUMBER }]);
      const { platform, origination_id: originationId = null } = body;
      const identity = { id: newId(now), workspaceId, platform, phone, originationId };
      const number = newPhoneNumber({ ...identity, businessAccountId: null }, now);
      const headers = { Location: `${baseUrl}${NUMBERS_PATH}/${number.id}` };
      const response = { status: 201, body: { data: phoneNumberView(number) }, headers };
      await numbers.create(number, await command(response));
      return response;
    },
  };
}

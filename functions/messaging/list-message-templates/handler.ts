import { type MessageTemplate, SANDBOX_TEMPLATES } from '#shared/messaging/domain/message-template.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import { loadPhoneNumber } from '#shared/messaging/http/phone-number-access.ts';
import { messageTemplateView } from '#shared/messaging/http/phone-number-view.ts';
import type { NumberDirectory } from '#shared/messaging/ports/number-directory.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { requireChannel } from '#shared/messaging/use-cases/require-channel.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly numbers: Pick<PhoneNumberReader, 'find'>;
  readonly numberDirectory: Pick<NumberDirectory, 'isAvailable' | 'listTemplates'>;
};

/** Lists the templates of a number. Only a verified number shows what AWS says about its account. */
export function createHandler({
  numbers,
  numberDirectory,
}: Dependencies): OperationHandler<typeof operation, PhoneNumber> {
  async function templatesOf({
    platform,
    businessAccountId,
  }: PhoneNumber): Promise<readonly MessageTemplate[]> {
    if (platform === 'sandbox') return SANDBOX_TEMPLATES;
    if (platform === 'sms' || businessAccountId === null) return [];
    requireChannel(numberDirectory, platform);
    return numberDirectory.listTemplates(businessAccountId);
  }

  return {
    load: (request) => loadPhoneNumber(numbers, request),

    async handle({ resource: number }) {
      if (number.state !== 'verified')
        throw new PlatformError(
          messagingErrors.phone_number_not_verified,
          'The phone number is not verified. Verify it, then repeat the request.',
        );
      const templates = await templatesOf(number);
      return { status: 200, body: { data: templates.map(messageTemplateView) } };
    },
  };
}

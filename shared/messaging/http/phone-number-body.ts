import * as v from 'valibot';
import * as eventsErrors from '#shared/events/errors.ts';
import { OWN_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { phoneText } from './phone-number.ts';

/** The IDs of AWS by platform. The sandbox has none. */
const ORIGINATION_IDS = {
  sms: /^phone-[0-9a-zA-Z]{1,64}$/u,
  whatsapp: /^phone-number-id-[0-9a-zA-Z]{1,64}$/u,
};

/** The body that connects a phone number. */
export const connectNumberBody = v.pipe(
  jsonObject({
    platform: withDescription(
      v.pipe(
        v.string(),
        v.picklist(
          OWN_PLATFORMS,
          issue(eventsErrors.channel_not_allowed, `Use one of ${OWN_PLATFORMS.join(', ')}.`),
        ),
      ),
      'Where the number sends: `sms`, `whatsapp` or `sandbox`',
    ),
    phone: withDescription(phoneText, 'Phone number with its country code, stored in E.164 format'),
    origination_id: v.optional(
      withDescription(
        v.pipe(v.string(), v.metadata({ pattern: '^phone-(number-id-)?[0-9a-zA-Z]{1,64}$' })),
        'ID of the number at AWS, which the operator of the installation knows: `phone-…` for `sms`, `phone-number-id-…` for ' +
          '`whatsapp`. Required for both, and not allowed for `sandbox`',
      ),
    ),
  }),
  v.forward(
    v.check(
      ({ platform, origination_id: id }) => platform === 'sandbox' || id !== undefined,
      issue('required', 'Send the ID of the number at AWS. The operator of the installation knows it.'),
    ),
    ['origination_id'],
  ),
  v.forward(
    v.check(
      ({ platform, origination_id: id }) =>
        id === undefined || (platform !== 'sandbox' && ORIGINATION_IDS[platform].test(id)),
      issue(
        'invalid_format',
        'Use the ID of the number at AWS: phone-… for sms, phone-number-id-… for whatsapp, and none for sandbox.',
      ),
    ),
    ['origination_id'],
  ),
);

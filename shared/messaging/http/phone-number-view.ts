import * as v from 'valibot';
import { OWN_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import type { MessageTemplate } from '#shared/messaging/domain/message-template.ts';
import {
  NUMBER_REJECTIONS,
  PHONE_NUMBER_STATES,
  type PhoneNumber,
} from '#shared/messaging/domain/phone-number.ts';
import { created, id, timestamp, updated } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const REASONS = Object.entries(NUMBER_REJECTIONS).map(([code, meaning]) => `\`${code}\`: ${meaning}`);

/** A phone number in responses (docs/specification/messaging.md#phone-numbers). */
export const phoneNumberSchema = withDescription(
  withTitle(
    'PhoneNumber',
    v.object({
      id,
      platform: withDescription(
        v.picklist(OWN_PLATFORMS),
        'Where the number sends: `sms`, `whatsapp`, or `sandbox`, which reaches nobody',
      ),
      phone: withDescription(v.string(), 'Phone number in E.164 format'),
      origination_id: withDescription(
        v.nullable(v.string()),
        'ID of the number at AWS; null for a number of the sandbox',
      ),
      business_account_id: withDescription(
        v.nullable(v.string()),
        'ID of the WhatsApp Business account at AWS, which verifying finds; null for other platforms',
      ),
      state: withDescription(
        v.picklist(PHONE_NUMBER_STATES),
        'Only a `verified` number sends and receives. The last verification of a `rejected` number failed',
      ),
      reason: withDescription(
        v.nullable(v.string()),
        `Why the number is rejected. ${REASONS.join('. ')}. Null for other states`,
      ),
      verified_at: withDescription(
        v.nullable(timestamp),
        'When the number was verified; null if it is not verified',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A phone number from which the workspace sends messages',
);

/** The body of every response with a phone number. */
export const phoneNumberResponseSchema = v.object({ data: phoneNumberSchema });

/** Converts a phone number to its representation. */
export function phoneNumberView(number: PhoneNumber): v.InferInput<typeof phoneNumberSchema> {
  return {
    id: number.id,
    platform: number.platform,
    phone: number.phone,
    origination_id: number.originationId,
    business_account_id: number.businessAccountId,
    state: number.state,
    reason: number.reason,
    verified_at: number.verifiedAt === null ? null : number.verifiedAt.toISOString(),
    created_at: number.createdAt.toISOString(),
    updated_at: number.updatedAt.toISOString(),
  };
}

/** A template in responses. */
export const messageTemplateSchema = withDescription(
  withTitle(
    'MessageTemplate',
    v.object({
      name: withDescription(v.string(), 'Name of the template, to send in `template.name`'),
      language: withDescription(v.string(), 'Language code, such as `en_US`, to send in `template.language`'),
      status: withDescription(
        v.string(),
        'The state of its approval in the words of WhatsApp, such as `PENDING`. Only an `APPROVED` template can be sent',
      ),
      category: withDescription(
        v.nullable(v.string()),
        'The category, which determines the price, such as `UTILITY` or `MARKETING`; null if unknown',
      ),
    }),
  ),
  'A text that WhatsApp has approved',
);

export function messageTemplateView(template: MessageTemplate): v.InferInput<typeof messageTemplateSchema> {
  const { name, language, status, category } = template;
  return { name, language, status, category };
}

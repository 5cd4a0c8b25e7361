import * as v from 'valibot';
import { fromUnits, toUnits } from '#shared/broadcasts/domain/price.ts';
import type { Sending } from '#shared/broadcasts/domain/sending.ts';
import { OWN_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { EMITTED_EVENTS } from '#shared/messaging/domain/message.ts';
import { idField } from '#shared/messaging/http/id-field.ts';
import { templateLanguage, templateParameters } from '#shared/messaging/http/message-body.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const MAX_RATE = 1000;
const RATE_RANGE = issue('out_of_range', `Use a whole number from 1 to ${MAX_RATE}.`);
const AMOUNT = issue('invalid_format', 'Use dollars with at most five decimals, such as "12.50".');
const TIME = issue('invalid_format', 'Use a time of the form HH:mm.');

const platform = withDescription(
  v.pipe(
    v.string(),
    v.picklist(OWN_PLATFORMS, issue('invalid_format', `Use one of ${OWN_PLATFORMS.join(', ')}.`)),
  ),
  'Where the platform sends. `sandbox` reaches no real phone',
);

const time = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, TIME));

/** The maximum cost of all messages of a broadcast. */
export const budgetBody = jsonObject({
  amount: withDescription(
    v.pipe(
      v.string(),
      v.check((text) => toUnits(text) !== undefined, AMOUNT),
      v.metadata({ pattern: String.raw`^\d{1,9}(\.\d{1,5})?$` }),
    ),
    'Dollars, as a decimal number in a string',
  ),
});

const settings = {
  phone_number_id: withDescription(
    v.nullable(idField),
    'ID of the phone number to send from. With null, the only verified number of the platform is chosen at the start',
  ),
  rate_per_second: withDescription(
    v.nullable(
      v.pipe(v.number(), v.integer(RATE_RANGE), v.minValue(1, RATE_RANGE), v.maxValue(MAX_RATE, RATE_RANGE)),
    ),
    'Maximum messages per second. Null for the quota of the number, which also limits larger values',
  ),
  quiet_hours: withDescription(
    v.nullable(
      jsonObject({
        from: withDescription(time, 'When they begin, such as `21:00`'),
        to: withDescription(
          time,
          'When they end, such as `08:00`; if this is before `from`, on the next day',
        ),
      }),
    ),
    'Times at which recipients get no message, in the local time of the country of their phone number; null for none',
  ),
  budget: withDescription(
    v.nullable(budgetBody),
    'Maximum cost of all messages: the broadcast is paused before a message that would exceed it. Null for no limit',
  ),
  message_events: withDescription(
    v.pipe(
      v.string(),
      v.picklist(EMITTED_EVENTS, issue('invalid_format', `Use one of ${EMITTED_EVENTS.join(', ')}.`)),
    ),
    'Which events the single messages emit: those of every status (`all`), those of failures (`failed`), or `none`',
  ),
  template: withDescription(
    v.nullable(jsonObject({ language: templateLanguage, parameters: templateParameters })),
    'Language and parameters of the template that `message.body` names. Required for the type `template`, null for other types',
  ),
  media_id: withDescription(
    v.nullable(idField),
    'UUID of a file of the media library. Required for the types `image`, `video` and `document`, null for other types',
  ),
};

const {
  phone_number_id: phoneNumberId,
  rate_per_second: rate,
  quiet_hours: quietHours,
  budget,
  message_events: messageEvents,
  template,
  media_id: mediaId,
} = settings;

const optional = {
  phone_number_id: v.optional(phoneNumberId),
  rate_per_second: v.optional(rate),
  quiet_hours: v.optional(quietHours),
  budget: v.optional(budget),
  message_events: v.optional(messageEvents),
  template: v.optional(template),
  media_id: v.optional(mediaId),
};

/** How the platform sends a new broadcast. */
export const newSendingBody = jsonObject({ platform, ...optional });

/** An edit of these settings: omitted fields keep their values. */
export const sendingEditBody = jsonObject({ platform: v.optional(platform), ...optional });

type NewBody = v.InferOutput<typeof newSendingBody>;

/** Converts the settings of a new broadcast. */
export function toNewSending({ platform: onPlatform, ...body }: NewBody): Sending {
  const nothing = {
    phoneNumberId: null,
    ratePerSecond: null,
    quietHours: null,
    budget: null,
    messageEvents: 'failed',
    template: null,
    mediaId: null,
  } as const;
  return { platform: onPlatform, ...nothing, ...toSendingEdit(body) };
}

/** Converts an edit. Fields that the edit omits are missing in the result. */
export function toSendingEdit(body: v.InferOutput<typeof sendingEditBody>): Partial<Sending> {
  const { quiet_hours: quiet, budget: limit, template: ofTemplate } = body;
  return {
    ...given('platform', body.platform),
    ...given('phoneNumberId', body.phone_number_id),
    ...given('ratePerSecond', body.rate_per_second),
    ...given('quietHours', quiet && { from: quiet.from, to: quiet.to }),
    ...given('budget', limit && (toUnits(limit.amount) ?? null)),
    ...given('messageEvents', body.message_events),
    ...given('template', ofTemplate && { language: ofTemplate.language, parameters: ofTemplate.parameters }),
    ...given('mediaId', body.media_id),
  };
}

function given<Name extends keyof Sending>(name: Name, value: Sending[Name] | undefined): Partial<Sending> {
  return value === undefined ? {} : { [name]: value };
}

/** How the platform sends a broadcast, in responses. */
export const sendingSchema = v.object({
  platform: withDescription(
    v.picklist(OWN_PLATFORMS),
    'Where the platform sends. `sandbox` reaches no real phone',
  ),
  phone_number_id: withDescription(
    v.nullable(uuid),
    'ID of the phone number to send from. Null before the start, if the only verified number of the platform is chosen then',
  ),
  rate_per_second: withDescription(
    v.nullable(v.pipe(v.number(), v.metadata({ type: 'integer', minimum: 1 }))),
    'Maximum messages per second; null for the quota of the number',
  ),
  quiet_hours: withDescription(
    v.nullable(
      v.object({
        from: withDescription(v.string(), 'When they begin, such as `21:00`'),
        to: withDescription(
          v.string(),
          'When they end, such as `08:00`; if this is before `from`, on the next day',
        ),
      }),
    ),
    'Times at which recipients get no message, in the local time of the country of their phone number; null for none',
  ),
  budget: withDescription(
    v.nullable(v.object({ amount: withDescription(v.string(), 'Dollars, as a decimal number in a string') })),
    'Maximum cost of all messages: the broadcast is paused before a message that would exceed it. Null for no limit',
  ),
  message_events: withDescription(
    v.picklist(EMITTED_EVENTS),
    'Which events the single messages emit: those of every status (`all`), those of failures (`failed`), or `none`',
  ),
  template: withDescription(
    v.nullable(
      v.object({
        language: withDescription(v.string(), 'Language of the template'),
        parameters: withDescription(v.array(v.string()), 'The values of its placeholders, in their order'),
      }),
    ),
    'The language and parameters of the template; null for other types of messages',
  ),
  media_id: withDescription(v.nullable(uuid), 'UUID of the file; null for types without a file'),
});

/** Converts the settings to their representation. */
export function sendingView(sending: Sending): v.InferInput<typeof sendingSchema> {
  const { template: ofTemplate, budget: limit } = sending;
  return {
    platform: sending.platform,
    phone_number_id: sending.phoneNumberId,
    rate_per_second: sending.ratePerSecond,
    quiet_hours: sending.quietHours && { ...sending.quietHours },
    budget: limit === null ? null : { amount: fromUnits(limit) },
    message_events: sending.messageEvents,
    template: ofTemplate && { language: ofTemplate.language, parameters: [...ofTemplate.parameters] },
    media_id: sending.mediaId,
  };
}

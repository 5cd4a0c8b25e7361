import * as v from 'valibot';
import * as eventsErrors from '#shared/events/errors.ts';
import { MESSAGE_LIMITS } from '#shared/messaging/domain/content-rules.ts';
import { ENGINE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { CONTENT_TYPES } from '#shared/messaging/domain/message.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { secretField } from '#shared/platform/http/secret-field.ts';
import { filledText, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { idField } from './id-field.ts';

const LANGUAGE = /^[a-z]{2,3}(?:_[A-Za-z]{2,4})?$/u;
const TEMPLATE_NAME = /^[a-z0-9_]{1,512}$/u;

const { parameters: MAX_PARAMETERS, parameter: MAX_PARAMETER } = MESSAGE_LIMITS;
const MANY_PARAMETERS = issue('too_many_items', `Send at most ${MAX_PARAMETERS} parameters.`);

/** The language of a template. */
export const templateLanguage = withDescription(
  v.pipe(v.string(), v.regex(LANGUAGE, issue('invalid_format', 'Use a language code such as en or en_US.'))),
  'Language of the template, such as `en_US`',
);

/** WhatsApp rejects a message with a tab or with more than four spaces in a row in a parameter, once for each recipient. */
const templateParameter = v.pipe(
  singleLine(1, MAX_PARAMETER),
  v.check(
    (text) => !/\t| {5}/u.test(text),
    issue(
      'invalid_characters',
      'Use no tab and at most 4 spaces in a row: WhatsApp rejects them in a parameter.',
    ),
  ),
);

/** The values of the placeholders of a template. */
export const templateParameters = v.optional(
  withDescription(
    v.pipe(
      boundedList(templateParameter, MAX_PARAMETERS, MANY_PARAMETERS),
      v.maxLength(MAX_PARAMETERS, MANY_PARAMETERS),
    ),
    'The values of its placeholders, in their order; together at most 4,096 characters',
  ),
  [],
);

const template = jsonObject({
  name: withDescription(
    v.pipe(
      v.string(),
      v.regex(
        TEMPLATE_NAME,
        issue('invalid_format', 'Use a name of lower-case letters, digits and underscores.'),
      ),
    ),
    'Name of an approved template; `listMessageTemplates` returns all',
  ),
  language: templateLanguage,
  parameters: templateParameters,
});

const media = jsonObject({
  id: withDescription(idField, 'UUID of a file of the media library whose upload is complete'),
  text: v.optional(
    v.nullable(withDescription(filledText(MESSAGE_LIMITS.caption), 'The caption; null for none')),
  ),
});

/** The content of a message to send: exactly one of the three fields. */
export const newMessageBody = v.pipe(
  jsonObject({
    text: v.optional(
      withDescription(
        filledText(MESSAGE_LIMITS.text),
        'A text: at most 1,600 characters on `sms`, 4,096 on `whatsapp` and `sandbox`, 2,000 on other platforms',
      ),
    ),
    template: v.optional(withDescription(template, 'A template that WhatsApp has approved')),
    media: v.optional(withDescription(media, 'A file with an optional caption')),
  }),
  v.check(
    ({ text, template: ofTemplate, media: ofMedia }) =>
      [text, ofTemplate, ofMedia].filter((each) => each !== undefined).length === 1,
    issue('required', 'Send exactly one of text, template and media.'),
  ),
);

/** Fields that exist only in responses. */
export const READ_ONLY_FIELDS = [
  'id',
  'source',
  'conversation_id',
  'contact_id',
  'direction',
  'type',
  'media_id',
  'status',
  'status_at',
  'created_at',
  'revision',
];

const MIN_LEASE_SECONDS = 10;
const MAX_LEASE_SECONDS = 900;
const LEASE_RANGE = issue(
  'out_of_range',
  `Use a whole number from ${MIN_LEASE_SECONDS} to ${MAX_LEASE_SECONDS}.`,
);

/** The body of a claim. */
export const claimBody = jsonObject({
  lease_seconds: v.optional(
    withDescription(
      v.pipe(
        v.number(),
        v.integer(LEASE_RANGE),
        v.minValue(MIN_LEASE_SECONDS, LEASE_RANGE),
        v.maxValue(MAX_LEASE_SECONDS, LEASE_RANGE),
      ),
      'How long you need to send the message and to report the result, in seconds',
    ),
    60,
  ),
});

/** The statuses that an engine reports. */
const REPORTED_STATUSES = ['sent', 'delivered', 'read', 'failed', 'released'] as const;

const name = singleLine(1, 64);
const foreignId = singleLine(1, 255);

/** The body of a report. */
export const reportBody = v.pipe(
  jsonObject({
    status: withDescription(
      v.picklist(REPORTED_STATUSES),
      '`released`: you have certainly not sent the message, and it is queued again. The others are results of the channel',
    ),
    claim_token: v.optional(
      secretField(
        withDescription(
          singleLine(1, 64),
          'The token of the claim. Required for `released`, and for `sent` and `failed` while a lease runs',
        ),
      ),
    ),
    at: v.optional(
      withDescription(instantField, 'When the message reached the status; the current time by default'),
    ),
    provider: v.optional(
      withDescription(
        name,
        'The company whose API you use. By default `meta` for facebook and instagram, and `tiktok` for tiktok',
      ),
    ),
    provider_message_id: v.optional(withDescription(foreignId, 'The ID that the provider gave the message')),
    error_code: v.optional(
      withDescription(
        singleLine(1, 100),
        'Why the message failed or was released; only with these two statuses',
      ),
    ),
  }),
  v.forward(
    v.check(
      ({ status, claim_token }) => status !== 'released' || claim_token !== undefined,
      issue('required', 'Send the claim_token of the claim that you release.'),
    ),
    ['claim_token'],
  ),
  v.forward(
    v.check(
      ({ status, error_code }) => error_code === undefined || status === 'failed' || status === 'released',
      issue('field_not_updatable', 'Send error_code only with the status failed or released.'),
    ),
    ['error_code'],
  ),
);

/** Where an engine records messages from contacts. This platform itself receives those on the other channels. */
const RECEIVING_PLATFORMS = [...ENGINE_PLATFORMS, 'sandbox'] as const;

/** The kinds of messages that an engine records. Files of contacts are not stored. */
const RECEIVED_TYPES = CONTENT_TYPES.filter((type) => type !== 'template');

/** The body of a message from a contact. */
export const incomingBody = v.pipe(
  jsonObject({
    platform: withDescription(
      v.pipe(
        v.string(),
        v.picklist(
          RECEIVING_PLATFORMS,
          issue(eventsErrors.channel_unknown, `Use one of ${RECEIVING_PLATFORMS.join(', ')}.`),
        ),
      ),
      'The channel that the message was sent on, or `sandbox`. This platform itself receives messages on other channels',
    ),
    contact_id: withDescription(idField, 'The contact who sent the message'),
    type: v.optional(
      withDescription(
        v.picklist(RECEIVED_TYPES),
        'The kind of message; `other` for kinds that are not listed. The files of messages are not stored',
      ),
      'text',
    ),
    text: v.optional(
      v.nullable(
        withDescription(
          filledText(MESSAGE_LIMITS.text),
          'The text or caption; required for `text`, null for none',
        ),
      ),
    ),
    provider: withDescription(name, 'The company whose API the message came from, such as `meta`'),
    provider_message_id: withDescription(
      foreignId,
      'The ID that the provider gave the message. A message with the same provider and ID is recorded once',
    ),
    sent_at: v.optional(
      withDescription(instantField, 'When the contact sent the message; the current time by default'),
    ),
  }),
  v.forward(
    v.check(
      ({ type, text }) => type !== 'text' || (text !== undefined && text !== null),
      issue('required', 'A message of the type text needs a text.'),
    ),
    ['text'],
  ),
);

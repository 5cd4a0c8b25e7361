import * as v from 'valibot';
import { MESSAGING_CHANNELS } from '#shared/events/catalogue/channels.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import type { ContactEdit } from '#shared/messaging/domain/contact-edit.ts';
import { CONTACT_LIMITS, CONTACT_PLATFORMS } from '#shared/messaging/domain/contact.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { contactDates } from './contact-dates.ts';
import { customFields } from './custom-fields.ts';
import { phoneText } from './phone-number.ts';

const tag = singleLine(1, CONTACT_LIMITS.tag);

/** The stage of a contact in bodies and queries. */
export const stageText = singleLine(1, CONTACT_LIMITS.stage);

/** A tag of a contact in bodies and queries. */
export const tagText = tag;

export const platformName = v.pipe(
  v.string(),
  v.picklist(
    CONTACT_PLATFORMS,
    issue(eventsErrors.channel_unknown, `Use one of ${CONTACT_PLATFORMS.join(', ')}.`),
  ),
);

const channel = v.pipe(
  v.string(),
  v.picklist(
    MESSAGING_CHANNELS,
    issue(eventsErrors.channel_unknown, `Use one of ${MESSAGING_CHANNELS.join(', ')}.`),
  ),
);

const MANY_TAGS = issue('too_many_items', `A contact can have at most ${CONTACT_LIMITS.tags} tags.`);

const fields = {
  name: nullable(singleLine(1, CONTACT_LIMITS.name), 'Name of the contact; null for none'),
  email: nullable(
    mailAddress,
    'Email address, stored as sent; null for none. Two contacts of a workspace cannot have the same address, also in another case',
  ),
  phone: nullable(
    phoneText,
    'Phone number with its country code, stored in E.164 format; null for none. Two contacts of a workspace cannot have the same number, ' +
      'also in its older spelling, as in Brazil and Mexico',
  ),
  platform: nullable(
    platformName,
    'Where the contact comes from: a channel, `sandbox` or `biolink`; null if unknown. If the platform is a ' +
      'channel, events about the contact have this channel',
  ),
  stage: nullable(
    stageText,
    'The step of the contact in your sales process, such as `lead`; you define the values. Null for none',
  ),
  custom_fields: v.optional(customFields),
  dates: v.optional(contactDates),
  opted_out: v.optional(
    withDescription(
      v.pipe(boundedList(channel, MESSAGING_CHANNELS.length), v.maxLength(MESSAGING_CHANNELS.length)),
      'All channels on which the contact must not receive messages',
    ),
  ),
};

/** Fields of a new contact. At least one of name, email and phone is required. */
export const newContactBody = v.pipe(
  jsonObject({ ...fields, tags: v.optional(tagList('Names of the tags')) }),
  v.check(
    ({ name, email, phone }) => [name, email, phone].some((value) => value !== undefined && value !== null),
    issue('required', 'Send at least one of name, email and phone.'),
  ),
  v.metadata({ minProperties: 1 }),
);

/** Fields of an update; each may be omitted. */
export const contactEditBody = v.pipe(
  jsonObject({
    ...fields,
    tags: v.optional(tagList('All tags of the contact: the list replaces the current one')),
    add_tags: v.optional(tagList('Tags to add to the current tags. Not together with `tags`')),
    remove_tags: v.optional(tagList('Tags to remove from the current tags. Not together with `tags`')),
  }),
  v.forward(
    v.check(
      ({ tags, add_tags, remove_tags }) =>
        tags === undefined || (add_tags === undefined && remove_tags === undefined),
      issue('field_not_updatable', 'Send either tags, or add_tags and remove_tags.'),
    ),
    ['tags'],
  ),
);

type Fields = Partial<v.InferOutput<typeof contactEditBody>>;

/** Converts a body to the requested edit. Its phone number is already normalised, and the next days of its dates are known. */
export function toContactEdit(body: Omit<Fields, 'dates'> & Pick<ContactEdit, 'dates'>): ContactEdit {
  return {
    name: body.name,
    email: body.email,
    phone: body.phone,
    platform: body.platform,
    stage: body.stage,
    tags: body.tags,
    addTags: body.add_tags,
    removeTags: body.remove_tags,
    customFields: body.custom_fields,
    dates: body.dates,
    optedOut: body.opted_out,
  };
}

/** Fields that exist only in responses. */
export const READ_ONLY_FIELDS = [
  'id',
  'source',
  'previous_stage',
  'stage_changed_at',
  'opted_out_at',
  'next_dates',
  'consents',
  'created_at',
  'updated_at',
  'revision',
];

function nullable<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.optional(v.nullable(withDescription(schema, description)));
}

function tagList(description: string) {
  return withDescription(
    v.pipe(boundedList(tag, CONTACT_LIMITS.tags, MANY_TAGS), v.maxLength(CONTACT_LIMITS.tags, MANY_TAGS)),
    description,
  );
}

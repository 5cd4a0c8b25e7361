import * as v from 'valibot';
import { MESSAGING_CHANNELS } from '#shared/events/catalogue/channels.ts';
import { CONTACT_PLATFORMS, type Contact } from '#shared/messaging/domain/contact.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { created, id, revisionText, timestamp, updated } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { REPEATS_SCHEMA } from './contact-dates.ts';

/** An object by names that the client chose, such as `constructor`, which `v.record` would drop. `value` is the JSON schema of its values. */
function objectOf(value: object) {
  return v.pipe(anyObject, v.metadata({ additionalProperties: value }));
}

/** A contact in responses. */
export const contactSchema = withDescription(
  withTitle(
    'Contact',
    v.object({
      revision: revisionText,
      id,
      source: withDescription(v.literal('platform'), 'This platform manages the contact'),
      name: withDescription(v.nullable(v.string()), 'Name of the contact; null if unknown'),
      email: withDescription(v.nullable(v.string()), 'Email address as it was sent; null if unknown'),
      phone: withDescription(v.nullable(v.string()), 'Phone number in E.164 format; null if unknown'),
      platform: withDescription(
        v.nullable(v.picklist(CONTACT_PLATFORMS)),
        'Where the contact comes from: a channel, `sandbox` or `biolink`; null if unknown',
      ),
      stage: withDescription(
        v.nullable(v.string()),
        'The step of the contact in your sales process; null for none',
      ),
      previous_stage: withDescription(
        v.nullable(v.string()),
        'The stage before the last change of the stage; null if there was none',
      ),
      stage_changed_at: withDescription(
        v.nullable(timestamp),
        'When the stage last changed; null if it never did',
      ),
      tags: withDescription(v.array(v.string()), 'Names of the tags, in the order in which they were added'),
      custom_fields: withDescription(anyObject, 'Fields that your workspace defines'),
      dates: withDescription(
        objectOf({
          type: 'object',
          properties: {
            date: { type: 'string', format: 'date', description: 'The day' },
            repeats: REPEATS_SCHEMA,
          },
          required: ['date', 'repeats'],
        }),
        'Dates by the names that your workspace defines',
      ),
      next_dates: withDescription(
        objectOf({ type: 'string', format: 'date' }),
        'By the name of the date, the next day on which it is reached, in the format YYYY-MM-DD. Dates that are never reached again are missing',
      ),
      opted_out: withDescription(
        v.array(v.picklist(MESSAGING_CHANNELS)),
        'The channels on which the contact must not receive messages',
      ),
      opted_out_at: withDescription(
        objectOf({ type: 'string', format: 'date-time' }),
        'The time of each opt-out, by the name of the channel, in the format of `created_at`',
      ),
      consents: withDescription(
        v.array(
          withTitle(
            'ContactConsent',
            v.object({
              page_id: withDescription(v.string(), 'ID of the bio-link page'),
              page_url: withDescription(v.string(), 'URL of the page at the time of the last sign-up'),
              block_id: withDescription(v.string(), 'ID of the block with the form'),
              text: withDescription(v.string(), 'The text that the contact agreed to, as it was shown'),
              version: withDescription(
                v.string(),
                'SHA-256 of the text in UTF-8, in base64url without padding; the same for the same text',
              ),
              first_at: withDescription(timestamp, 'When the contact first agreed to this text on this page'),
              last_at: withDescription(timestamp, 'When the contact last agreed to this text on this page'),
            }),
          ),
        ),
        'What the contact agreed to on bio-link pages: the latest 10 texts and pages, oldest first. Somebody may have entered the address of ' +
          'somebody else, so an entry proves what was shown and sent, not who sent it',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A person with whom the workspace exchanges messages. Personal data',
);

/** The body of every response with a contact. */
export const contactResponseSchema = v.object({ data: contactSchema });

/** Converts a contact to its representation. */
export function contactView(contact: Contact): v.InferInput<typeof contactSchema> {
  const { dates, optOuts, stageChangedAt } = contact;
  return {
    revision: contactRevision(contact),
    id: contact.id,
    source: 'platform',
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    platform: contact.platform,
    stage: contact.stage,
    previous_stage: contact.previousStage,
    stage_changed_at: stageChangedAt === null ? null : stageChangedAt.toISOString(),
    tags: [...contact.tags],
    custom_fields: Object.fromEntries(contact.customFields),
    dates: Object.fromEntries([...dates].map(([name, { date, repeats }]) => [name, { date, repeats }])),
    next_dates: Object.fromEntries(
      [...dates].flatMap(([name, { nextOn }]) => (nextOn === null ? [] : [[name, nextOn]])),
    ),
    opted_out: [...optOuts.keys()],
    opted_out_at: Object.fromEntries([...optOuts].map(([channel, at]) => [channel, at.toISOString()])),
    consents: contact.consents.map(({ pageId, pageUrl, blockId, text, version, firstAt, lastAt }) => ({
      page_id: pageId,
      page_url: pageUrl,
      block_id: blockId,
      text,
      version,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
    })),
    created_at: contact.createdAt.toISOString(),
    updated_at: contact.updatedAt.toISOString(),
  };
}

/** The revision of a contact for `If-Match`. */
export function contactRevision({ revision }: Contact): string {
  return String(revision);
}

/** A response with a contact, and with its revision as entity tag. */
export function contactResponse(status: number, contact: Contact) {
  const headers = { ETag: entityTag(contactRevision(contact)) };
  return { status, headers, body: { data: contactView(contact) } };
}

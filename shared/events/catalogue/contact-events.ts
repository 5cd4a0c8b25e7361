import { type CatalogueEvent, catalogueEvent, shortName } from './catalogue-event.ts';
import { ANY_CHANNEL } from './channel-rules.ts';
import { contact } from './data-objects.ts';
import { constant, withDescription, required } from './field.ts';
import { text } from './fields.ts';
import { objectOf } from './object-field.ts';
import { sampleContact } from './samples.ts';

const ofContacts = { group: 'Contacts', channels: ANY_CHANNEL };
const someone = { contact: required(contact) };
const tag = withDescription(required(text), 'Name of the tag');

/** Messaging events of contacts. */
export const CONTACT_EVENTS: readonly CatalogueEvent[] = [
  catalogueEvent({
    ...ofContacts,
    name: 'salesbot.contact.created',
    title: 'Contact created',
    description: 'A contact is created manually, by an import or by the first message from the contact.',
    data: someone,
    sample: { contact: sampleContact },
  }),
  catalogueEvent({
    ...ofContacts,
    name: 'salesbot.contact.updated',
    title: 'Contact updated',
    description: 'A field of a contact changes.',
    data: someone,
    sample: { contact: { ...sampleContact, phone: '+12025550178' } },
  }),
  catalogueEvent({
    ...ofContacts,
    name: 'salesbot.contact.tagged',
    title: 'Contact tagged',
    description: 'A tag is added to a contact.',
    data: { ...someone, tag },
    sample: { contact: sampleContact, tag: 'vip' },
  }),
  catalogueEvent({
    ...ofContacts,
    name: 'salesbot.contact.untagged',
    title: 'Contact untagged',
    description: 'A tag is removed from a contact.',
    data: { ...someone, tag },
    sample: { contact: { ...sampleContact, tags: ['newsletter'] }, tag: 'vip' },
  }),
  catalogueEvent({
    ...ofContacts,
    name: 'salesbot.contact.stage_changed',
    title: 'Contact stage changed',
    description: 'A contact moves to a different stage.',
    data: {
      ...someone,
      stage: withDescription(required(text), 'The current stage of the contact'),
      previous_stage: withDescription(text, 'The previous stage of the contact, if it had one'),
    },
    sample: { contact: sampleContact, stage: 'customer', previous_stage: 'lead' },
  }),
  catalogueEvent({
    ...ofContacts,
    name: 'salesbot.contact.date_reached',
    title: 'Contact date reached',
    description: 'A date stored for a contact, such as a birthday, is reached.',
    data: {
      ...someone,
      event: withDescription(
        constant(shortName('salesbot.contact.date_reached')),
        'Name of the event without `salesbot.`',
      ),
      date: withDescription(
        required(
          objectOf({
            field: withDescription(required(text), 'Name of the field that contains the date'),
            value: withDescription(text, 'Value of the field'),
          }),
        ),
        'The date that is reached',
      ),
    },
    sample: {
      contact: sampleContact,
      event: 'contact.date_reached',
      date: { field: 'birthday', value: '1990-03-14' },
    },
  }),
];

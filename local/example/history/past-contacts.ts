import { newContact } from '#shared/messaging/domain/contact-edit.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { changeAt, type History, type HistoryStep, timeBefore } from './history.ts';
import { colleague } from './past-team.ts';
import { fraction, idAt, pick } from './seeded.ts';

/** Customers of the shop. The order is that in which they became contacts. */
const NAMES: readonly string[] = [
  'Amelie Fischer',
  'Benedikt Vogel',
  'Carla Mendes',
  'Daniel Okoye',
  'Elif Demir',
  'Fabian Schröder',
  'Greta Johansson',
  'Hugo Martin',
  'Ines Carvalho',
  'Jakub Wiśniewski',
  'Katrin Baumann',
  'Léa Dubois',
  'Mateo Fernández',
  'Nils Andersen',
  'Olivia Taylor',
  'Paulina Kowalska',
  'Quentin Moreau',
  'Rania Khalil',
  'Stefan Ionescu',
  'Theresa Huber',
  'Umut Yıldız',
  'Valentina Greco',
  'Wiebke Hansen',
  'Xenia Papadaki',
  'Yusuf Aydın',
  'Zofia Nowak',
  'Anton Lehmann',
  'Bianca Ricci',
  'Cem Arslan',
  'Dorothea Klein',
  'Emil Lindholm',
  'Farah Nasser',
  'Gustav Krüger',
  'Hannah Schmitt',
  'Ivan Petrov',
  'Julia Hoffmann',
  'Kofi Mensah',
  'Lena Wagner',
  'Milan Horvat',
  'Nadia Benali',
];

/** The first phone number of the contacts, in the range that is reserved for fiction. */
const FIRST_PHONE = 110;

const STAGES = ['lead', 'lead', 'customer', 'customer', 'customer', 'regular'] as const;
const TAGS = ['newsletter', 'repairs', 'wholesale', 'course'] as const;
const TAG_RATES = { newsletter: 0.6, repairs: 0.25, wholesale: 0.1, course: 0.2 } as const;
const PLATFORMS = ['sandbox', 'instagram', 'facebook', 'biolink'] as const;

/** The share of contacts that opted out of messages by SMS. */
const OPT_OUT_RATE = 0.15;

/** Creates each contact, as the support agent did when the contact wrote first. */
export const CONTACT_STEPS: readonly HistoryStep[] = NAMES.map(
  (name, index): HistoryStep =>
    async (history) => {
      const { core, workspaceId } = history;
      const contacts = createDynamoContactStore(core);
      const contact = pastContact(history, name, index);
      if (await contacts.find(workspaceId, contact.id)) return;
      const context = changeAt(contact.createdAt, colleague(history, 'support'), 'create-contact');
      await contacts.create(contact, [], context);
    },
);

/** The ID of a contact by its name. */
export function pastContactId(history: History, name: string): string {
  return idOf(history, createdAtOf(history, NAMES.indexOf(name)), name);
}

function pastContact(history: History, name: string, index: number): Contact {
  const { workspaceId } = history;
  const at = createdAtOf(history, index);
  const email = `${name
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll('ś', 's')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z]+/gu, '.')
    .toLowerCase()}@example.com`;
  const edit = {
    name,
    email,
    phone: `+1202555${String(FIRST_PHONE + index).padStart(4, '0')}`,
    platform: pick(PLATFORMS, `platform ${name}`),
    stage: pick(STAGES, `stage ${name}`),
    tags: TAGS.filter((tag) => fraction(`${tag} ${name}`) < TAG_RATES[tag]),
    optOuts: new Map(fraction(`opt-out ${name}`) < OPT_OUT_RATE ? [['sms' as const, at]] : []),
  };
  return newContact({ id: idOf(history, at, name), workspaceId }, edit, at).contact;
}

function idOf({ workspaceId }: History, at: Date, name: string): string {
  return idAt(at, `${workspaceId} contact ${name}`);
}

/** One or two a day, the last one yesterday. */
function createdAtOf(history: History, index: number): Date {
  const daysBefore = Math.max(1, 28 - Math.floor((index * 28) / NAMES.length));
  const minutes = Math.floor(fraction(`created ${index}`) * 540);
  return new Date(timeBefore(history, daysBefore, '09:10').getTime() + minutes * MINUTE_MS);
}

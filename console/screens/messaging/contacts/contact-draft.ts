import { type ComparedField, plain } from '#console/parts/compared-field.ts';
import type { Contact, ContactChanges, NewContact } from '#console/screens/messaging/contact-reads.ts';

/** Kinds of values of a custom field. */
export const KINDS = ['text', 'number', 'yes or no'] as const;

type Kind = (typeof KINDS)[number];

/** A custom field as a person edits it: every value is text. */
export type FieldDraft = { readonly name: string; readonly kind: Kind; readonly value: string };

/** How often a date is reached. */
export const REPEATS = ['yearly', 'never'] as const;

/** A date of a contact, such as a birthday. */
export type DateDraft = {
  readonly name: string;
  /** A day such as 1990-03-14; empty before the person has entered one. */
  readonly date: string;
  readonly repeats: (typeof REPEATS)[number];
};

/** What a person enters about a contact. An empty text means none. */
export type ContactDraft = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly platform: string;
  readonly stage: string;
  readonly tags: readonly string[];
  readonly fields: readonly FieldDraft[];
  readonly dates: readonly DateDraft[];
  readonly optedOut: readonly string[];
};

/** The fields that the form of a contact shows, as pointers of the API. */
export const CONTACT_FIELDS = [
  '#/name',
  '#/email',
  '#/phone',
  '#/platform',
  '#/stage',
  '#/tags',
  '#/custom_fields',
  '#/dates',
  '#/opted_out',
];

/** The forms of the names of custom fields and of dates. */
const FIELD_NAME = /^[A-Za-z]\w{0,39}$/u;
const DATE_NAME = /^[A-Za-z]\w{0,63}$/u;

export const EMPTY_DRAFT: ContactDraft = {
  name: '',
  email: '',
  phone: '',
  platform: '',
  stage: '',
  tags: [],
  fields: [],
  dates: [],
  optedOut: [],
};

/** The fields that an edit compares. Only the order of tags has a meaning. */
export const COMPARED_FIELDS: readonly ComparedField<ContactDraft>[] = [
  plain('name', 'Name'),
  plain('email', 'E-mail address'),
  plain('phone', 'Phone number'),
  plain('platform', 'Platform'),
  plain('stage', 'Stage'),
  { name: 'tags', label: 'Tags', textOf: ({ tags }) => tags.join(', ') },
  {
    name: 'fields',
    label: 'Custom fields',
    textOf: ({ fields }) =>
      fields
        .map(({ name, kind, value }) => `${name}: ${value}${kind === 'text' ? '' : ` (${kind})`}`)
        .toSorted()
        .join(', '),
  },
  {
    name: 'dates',
    label: 'Dates',
    textOf: ({ dates }) =>
      dates
        .map(({ name, date, repeats }) => `${name}: ${date}${repeats === 'never' ? ' (once)' : ''}`)
        .toSorted()
        .join(', '),
  },
  { name: 'optedOut', label: 'Opted out of', textOf: ({ optedOut }) => optedOut.toSorted().join(', ') },
];

export function draftOf(contact: Contact): ContactDraft {
  const { name, email, phone, platform, stage, tags, opted_out: optedOut } = contact;
  return {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    platform: platform ?? '',
    stage: stage ?? '',
    tags,
    fields: Object.entries(contact.custom_fields).map(([field, value]) => fieldDraft(field, value)),
    dates: Object.entries(contact.dates).map(([date, value]) => dateDraft(date, value)),
    optedOut,
  };
}

/** The request that creates the contact. */
export function requestOf(draft: ContactDraft): NewContact {
  const { tags, fields, dates, optedOut } = draft;
  const texts = Object.fromEntries(
    (['name', 'email', 'phone', 'platform', 'stage'] as const)
      .filter((name) => draft[name] !== '')
      .map((name) => [name, draft[name]]),
  );
  return {
    ...texts,
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(fields.length === 0 ? {} : { custom_fields: Object.fromEntries(fields.map(entryOf)) }),
    ...(dates.length === 0 ? {} : { dates: Object.fromEntries(dates.map(dateEntryOf)) }),
    ...(optedOut.length === 0 ? {} : { opted_out: channelsOf(optedOut) }),
  };
}

/** The request that edits a contact: what differs. Null removes a value. */
export function changesOf(from: ContactDraft, to: ContactDraft): ContactChanges {
  const texts = Object.fromEntries(
    (['name', 'email', 'phone', 'platform', 'stage'] as const)
      .filter((name) => from[name] !== to[name])
      .map((name) => [name, to[name] === '' ? null : to[name]]),
  );
  const fields = fieldChanges(from.fields, to.fields);
  const dates = dateChanges(from.dates, to.dates);
  return {
    ...texts,
    ...(from.tags.join('\n') === to.tags.join('\n') ? {} : { tags: [...to.tags] }),
    ...(Object.keys(fields).length === 0 ? {} : { custom_fields: fields }),
    ...(Object.keys(dates).length === 0 ? {} : { dates }),
    ...(from.optedOut.toSorted().join() === to.optedOut.toSorted().join()
      ? {}
      : { opted_out: channelsOf(to.optedOut) }),
  };
}

/** Why a custom field cannot get this name; undefined if it can. */
export function fieldNameProblem(fields: readonly FieldDraft[], name: string): string | undefined {
  if (!FIELD_NAME.test(name))
    return 'Use a letter first, then letters, digits and underscores, at most 40 characters.';
  return fields.some((field) => field.name === name) ? 'The contact has this field already.' : undefined;
}

/** Why a date cannot get this name; undefined if it can. */
export function dateNameProblem(dates: readonly DateDraft[], name: string): string | undefined {
  if (!DATE_NAME.test(name))
    return 'Use a letter first, then letters, digits and underscores, at most 64 characters.';
  return dates.some((date) => date.name === name) ? 'The contact has this date already.' : undefined;
}

function fieldDraft(name: string, value: unknown): FieldDraft {
  if (typeof value === 'number') return { name, kind: 'number', value: String(value) };
  if (typeof value === 'boolean') return { name, kind: 'yes or no', value: value ? 'yes' : 'no' };
  return { name, kind: 'text', value: String(value) };
}

function entryOf({ name, kind, value }: FieldDraft): [string, string | number | boolean] {
  if (kind === 'yes or no') return [name, value === 'yes'];
  const number = Number(value);
  // A text that is no number stays a text, because JSON has no other numbers, and null would remove the field.
  return [name, kind === 'number' && value.trim() !== '' && Number.isFinite(number) ? number : value];
}

function fieldChanges(from: readonly FieldDraft[], to: readonly FieldDraft[]) {
  const before = new Map(from.map(entryOf));
  const after = new Map(to.map(entryOf));
  return Object.fromEntries([
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => [name, null] as const),
    ...[...after].filter(([name, value]) => before.get(name) !== value),
  ]);
}

function dateDraft(name: string, { date, repeats }: Contact['dates'][string]): DateDraft {
  return { name, date, repeats: REPEATS.find((each) => each === repeats) ?? 'yearly' };
}

function dateEntryOf({ name, date, repeats }: DateDraft) {
  return [name, { date, repeats }] as const;
}

function dateChanges(from: readonly DateDraft[], to: readonly DateDraft[]) {
  const before = new Map(from.map((each) => [each.name, each]));
  const removed = [...before.keys()].filter((name) => to.every((each) => each.name !== name));
  const changed = to.filter(({ name, date, repeats }) => {
    const old = before.get(name);
    return old?.date !== date || old.repeats !== repeats;
  });
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed.map(dateEntryOf)]);
}

/** Channels as requests have them. Responses allow more, because channels are added. */
function channelsOf(names: readonly string[]): NonNullable<NewContact['opted_out']> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API checks the channels
  return [...names] as NonNullable<NewContact['opted_out']>;
}

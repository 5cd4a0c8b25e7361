import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import { comparedText, isSameText } from '#shared/platform/core/text.ts';
import type { ContactDate } from './contact-dates.ts';
import type { Contact, CustomValue } from './contact.ts';
import { timeOfEdit } from './time-of-edit.ts';

/** The fields of an edit; absent fields keep their values. */
export type ContactEdit = {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly platform?: Contact['platform'] | undefined;
  readonly stage?: string | null | undefined;
  /** All tags; `addTags` and `removeTags` are ignored then. */
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  /** Null removes a field; the others stay. */
  readonly customFields?: ReadonlyMap<string, CustomValue | null> | undefined;
  /** Null removes a date; the others stay. */
  readonly dates?: ReadonlyMap<string, ContactDate | null> | undefined;
  /** All channels that the contact has opted out of. */
  readonly optedOut?: readonly MessagingChannel[] | undefined;
  /** All opt-outs with their times; `optedOut` is ignored then. */
  readonly optOuts?: Contact['optOuts'] | undefined;
};

/** What an edit changed. Each has an event of its own, so that every change is reported exactly once. */
export type ContactHappening =
  | { readonly kind: 'created' | 'updated' }
  | { readonly kind: 'tagged' | 'untagged'; readonly tag: string }
  | { readonly kind: 'stage_changed'; readonly stage: string; readonly previousStage: string | null }
  | { readonly kind: 'date_reached'; readonly field: string; readonly value: string; readonly at: Date };

/** The contact after a command, and what happened to it. */
export type ContactChange = { readonly contact: Contact; readonly happened: readonly ContactHappening[] };

/** A new contact. Its first tags and its first stage are part of its creation. */
export function newContact(
  identity: Pick<Contact, 'id' | 'workspaceId'>,
  fields: ContactEdit,
  now: Date,
): ContactChange {
  const empty: Contact = {
    ...identity,
    name: null,
    email: null,
    phone: null,
    platform: null,
    stage: null,
    previousStage: null,
    stageChangedAt: null,
    tags: [],
    customFields: new Map(),
    dates: new Map(),
    optOuts: new Map(),
    consents: [],
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { contact: { ...empty, ...edited(empty, fields, now) }, happened: [{ kind: 'created' }] };
}

/** The contact after an edit, or undefined if nothing changes (docs/specification/messaging.md#events-of-contacts). */
export function editContact(before: Contact, edit: ContactEdit, now: Date): ContactChange | undefined {
  const after: Contact = {
    ...before,
    ...edited(before, edit, now),
    revision: before.revision + 1,
    updatedAt: timeOfEdit(before, now),
  };
  const happened = happenings(before, after);
  return happened.length === 0 ? undefined : { contact: after, happened };
}

function edited(before: Contact, edit: ContactEdit, now: Date) {
  const stage = edit.stage === undefined || isSameText(edit.stage, before.stage) ? before.stage : edit.stage;
  return {
    name: edit.name === undefined ? before.name : edit.name,
    email: edit.email === undefined ? before.email : edit.email,
    phone: edit.phone === undefined ? before.phone : edit.phone,
    platform: edit.platform === undefined ? before.platform : edit.platform,
    ...(stage === before.stage ? {} : { stage, previousStage: before.stage, stageChangedAt: now }),
    tags: editedTags(before.tags, edit),
    customFields: editedFields(before.customFields, edit.customFields),
    dates: editedDates(before.dates, edit.dates),
    optOuts:
      edit.optOuts ?? (edit.optedOut ? editedOptOuts(before.optOuts, edit.optedOut, now) : before.optOuts),
  };
}

/** Of equal tags, the contact keeps the one that it has had longest. */
function editedTags(
  before: readonly string[],
  { tags, addTags = [], removeTags = [] }: ContactEdit,
): readonly string[] {
  const known = new Map(
    [...before, ...(tags ?? addTags)].toReversed().map((tag) => [comparedText(tag), tag]),
  );
  const wanted = new Set((tags ?? [...before, ...addTags]).map(comparedText));
  if (!tags) for (const tag of removeTags) wanted.delete(comparedText(tag));
  return [...wanted].map((key) => known.get(key) ?? key);
}

function editedFields(
  before: Contact['customFields'],
  changes: ContactEdit['customFields'],
): Contact['customFields'] {
  const fields = new Map(before);
  for (const [name, value] of changes ?? []) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  return fields;
}

/** A date that was stored before keeps its next day, so repeating a request on the day neither repeats nor prevents its event. */
function editedDates(before: Contact['dates'], changes: ContactEdit['dates']): Contact['dates'] {
  const dates = new Map(before);
  for (const [name, date] of changes ?? []) {
    if (date === null) dates.delete(name);
    else if (!isSameDate(before.get(name), date)) dates.set(name, date);
  }
  return dates;
}

function isSameDate(one: ContactDate | undefined, { date, repeats }: ContactDate): boolean {
  return one?.date === date && one.repeats === repeats;
}

/** A channel that was opted out of before keeps its time. */
function editedOptOuts(
  before: Contact['optOuts'],
  channels: readonly MessagingChannel[],
  now: Date,
): Contact['optOuts'] {
  return new Map(channels.map((channel) => [channel, before.get(channel) ?? now]));
}

function happenings(before: Contact, after: Contact): ContactHappening[] {
  const stageChanged = before.stage !== after.stage;
  return [
    ...missingIn(after.tags, before.tags).map((tag) => ({ kind: 'untagged' as const, tag })),
    ...missingIn(before.tags, after.tags).map((tag) => ({ kind: 'tagged' as const, tag })),
    ...(stageChanged && after.stage !== null
      ? [{ kind: 'stage_changed' as const, stage: after.stage, previousStage: before.stage }]
      : []),
    // `stage_changed` requires a stage, so the removal of the stage is an update.
    ...((stageChanged && after.stage === null) || hasOtherFields(before, after)
      ? [{ kind: 'updated' as const }]
      : []),
  ];
}

/** The tags of `list` that are not in `others`. */
function missingIn(others: readonly string[], list: readonly string[]): string[] {
  const known = new Set(others.map(comparedText));
  return list.filter((each) => !known.has(comparedText(each)));
}

function hasOtherFields(before: Contact, after: Contact): boolean {
  return (
    before.name !== after.name ||
    before.email !== after.email ||
    before.phone !== after.phone ||
    before.platform !== after.platform ||
    !isSameMap(before.customFields, after.customFields) ||
    before.dates.size !== after.dates.size ||
    [...after.dates].some(([name, date]) => !isSameDate(before.dates.get(name), date)) ||
    !isSameMap(before.optOuts, after.optOuts)
  );
}

function isSameMap(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

import type { components } from '#clients/typescript/schema.d.ts';
import type { ComparedField } from '#console/parts/compared-field.ts';
import type { PostingQueue } from './queue-reads.ts';

type Slot = PostingQueue['slots'][number];
export type Weekday = Slot['weekday'];
export type QueueBody = components['schemas']['UpdatePostingQueueBody'];

/** The times of each day, sorted. A conflict compares day by day, so that edits of different days are merged. */
export type QueueDraft = Readonly<Record<Weekday, readonly string[]>>;

export const WEEKDAYS: readonly (readonly [Weekday, string])[] = [
  ['monday', 'Monday'],
  ['tuesday', 'Tuesday'],
  ['wednesday', 'Wednesday'],
  ['thursday', 'Thursday'],
  ['friday', 'Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
];

/** The API stores at most this many slots of a week. */
export const MAX_SLOTS = 168;

export function queueDraftOf({ slots }: Pick<PostingQueue, 'slots'>): QueueDraft {
  const of = (day: Weekday) => slots.filter(({ weekday }) => weekday === day).map(({ time }) => time);
  return {
    monday: of('monday'),
    tuesday: of('tuesday'),
    wednesday: of('wednesday'),
    thursday: of('thursday'),
    friday: of('friday'),
    saturday: of('saturday'),
    sunday: of('sunday'),
  };
}

/** The slots of a draft in the order of the week. */
export function slotsOf(draft: QueueDraft): Slot[] {
  return WEEKDAYS.flatMap(([weekday]) => draft[weekday].map((time) => ({ weekday, time })));
}

/** The request with all slots, or nothing if none differs. */
export function queueChangesOf(from: QueueDraft, to: QueueDraft): Partial<QueueBody> {
  const slots = slotsOf(to);
  return JSON.stringify(slotsOf(from)) === JSON.stringify(slots) ? {} : { slots };
}

/** The draft with a time added to a day. A time that the day already has counts once. */
export function withTime(draft: QueueDraft, day: Weekday, time: string): QueueDraft {
  return { ...draft, [day]: [...new Set([...draft[day], time])].toSorted() };
}

/** The draft without a time of a day. */
export function withoutTime(draft: QueueDraft, day: Weekday, time: string): QueueDraft {
  return { ...draft, [day]: draft[day].filter((each) => each !== time) };
}

/** The fields that a conflict compares: one for each day. */
export const COMPARED_DAYS: readonly ComparedField<QueueDraft>[] = WEEKDAYS.map(([name, label]) => ({
  name,
  label,
  textOf: (draft) => draft[name].join(', '),
}));

import type { FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { Select, type Choice } from '#console/parts/fields/select.tsx';
import { type ContactDraft, type DateDraft, dateNameProblem } from './contact-draft.ts';
import { NamedEntries } from './named-entries.tsx';

const REPEAT_CHOICES = [
  ['yearly', 'every year'],
  ['never', 'once'],
] as const satisfies readonly Choice<DateDraft['repeats']>[];

/** The dates of a contact. */
export function DateFields({ draft, error, onChange }: FieldsProps<ContactDraft>) {
  const { dates: entries } = draft;
  return (
    <NamedEntries
      title="Dates"
      hint="At the beginning of the day, your systems receive an event."
      noun="date"
      pointer="#/dates"
      error={error}
      entries={entries}
      maxLength={64}
      problemOf={(name) => dateNameProblem(entries, name)}
      newEntry={(name): DateDraft => ({ name, date: '', repeats: 'yearly' })}
      onEntries={(dates) => onChange({ ...draft, dates })}
    >
      {({ name, date, repeats }, id, onDate) => (
        <>
          <input
            id={id}
            type="date"
            required
            value={date}
            onInput={({ currentTarget }) => onDate({ date: currentTarget.value })}
          />
          <Select
            aria-label={`Repetition of ${name}`}
            value={repeats}
            choices={REPEAT_CHOICES}
            onValue={(chosen) => onDate({ repeats: chosen })}
          />
        </>
      )}
    </NamedEntries>
  );
}

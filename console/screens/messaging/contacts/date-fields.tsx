import { type ContactDraft, type DateDraft, dateNameProblem, REPEATS } from './contact-draft.ts';
import { NamedEntries } from './named-entries.tsx';

type Props = {
  readonly draft: ContactDraft;
  readonly error: Error | null;
  readonly onChange: (draft: ContactDraft) => void;
};

/** The dates of a contact. */
export function DateFields({ draft, error, onChange }: Props) {
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
          <select
            aria-label={`Repetition of ${name}`}
            value={repeats}
            onChange={({ currentTarget }) =>
              onDate({ repeats: REPEATS.find((each) => each === currentTarget.value) ?? 'yearly' })
            }
          >
            <option value="yearly">every year</option>
            <option value="never">once</option>
          </select>
        </>
      )}
    </NamedEntries>
  );
}

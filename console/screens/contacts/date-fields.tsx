import { useId } from 'preact/hooks';
import { Adder } from '#console/parts/adder.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { type ContactDraft, type DateDraft, dateNameProblem, REPEATS } from './contact-draft.ts';

type Props = {
  readonly draft: ContactDraft;
  readonly error: Error | null;
  readonly onChange: (draft: ContactDraft) => void;
};

/** The dates of a contact, by names that the workspace defines. A date keeps its name. */
export function DateFields({ draft, error, onChange }: Props) {
  const { dates } = draft;
  const id = useId();
  const replace = (name: string, changed: Partial<DateDraft>): void =>
    onChange({ ...draft, dates: dates.map((date) => (date.name === name ? { ...date, ...changed } : date)) });
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend>Dates</legend>
      <span id={`${id}-hint`} class="soft">
        At the beginning of the day, your systems receive an event.
      </span>
      {dates.map((date) => (
        <DateField
          key={date.name}
          date={date}
          error={error}
          onChange={(changed) => replace(date.name, changed)}
          onRemove={() => onChange({ ...draft, dates: dates.filter(({ name }) => name !== date.name) })}
        />
      ))}
      <Adder
        label="New date"
        button="Add the date"
        maxLength={64}
        problemOf={(name) => dateNameProblem(dates, name)}
        onAdd={(name) => onChange({ ...draft, dates: [...dates, { name, date: '', repeats: 'yearly' }] })}
      />
      <FieldErrors pointer="#/dates" error={error} isWhole />
    </fieldset>
  );
}

function DateField({
  date: { name, date, repeats },
  error,
  onChange,
  onRemove,
}: {
  readonly date: DateDraft;
  readonly error: Error | null;
  readonly onChange: (changed: Partial<DateDraft>) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>
        <bdi>{name}</bdi>
      </label>
      <div class="actions">
        <input
          id={id}
          type="date"
          required
          value={date}
          onInput={({ currentTarget }) => onChange({ date: currentTarget.value })}
        />
        <select
          aria-label={`Repetition of ${name}`}
          value={repeats}
          onChange={({ currentTarget }) =>
            onChange({ repeats: REPEATS.find((each) => each === currentTarget.value) ?? 'yearly' })
          }
        >
          <option value="yearly">every year</option>
          <option value="never">once</option>
        </select>
        <button type="button" class="quiet" aria-label={`Remove the date ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      <FieldErrors pointer={`#/dates/${name}`} error={error} />
    </div>
  );
}

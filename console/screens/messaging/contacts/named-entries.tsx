import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Adder } from '#console/parts/fields/adder.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';

type Entry = { readonly name: string };

/** Entries of a contact by names that the workspace defines. An entry keeps its name; the rest of it can change. */
export function NamedEntries<E extends Entry>({
  title,
  hint,
  noun,
  pointer,
  error,
  entries,
  maxLength,
  problemOf,
  newEntry,
  onEntries,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  /** What one entry is called, such as `date`. */
  readonly noun: string;
  /** The field of the API that has the entries. */
  readonly pointer: string;
  /** The error of saving the entries as they are now. */
  readonly error: Error | null;
  readonly entries: readonly E[];
  readonly maxLength: number;
  readonly problemOf: (name: string) => string | undefined;
  readonly newEntry: (name: string) => E;
  readonly onEntries: (entries: readonly E[]) => void;
  /** The controls of an entry. The first one has the id, which its label names. */
  readonly children: (entry: E, id: string, onChange: (changed: Partial<E>) => void) => ComponentChildren;
}) {
  const id = useId();
  const replace = (name: string, changed: Partial<E>): void =>
    onEntries(entries.map((entry) => (entry.name === name ? { ...entry, ...changed } : entry)));
  return (
    <fieldset {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}>
      <legend>{title}</legend>
      {hint !== undefined && (
        <span id={`${id}-hint`} class="soft">
          {hint}
        </span>
      )}
      {entries.map((entry) => (
        <div key={entry.name} class="field">
          <label htmlFor={`${id}-${entry.name}`}>
            <bdi>{entry.name}</bdi>
          </label>
          <div class="actions">
            {children(entry, `${id}-${entry.name}`, (changed) => replace(entry.name, changed))}
            <Button
              label="Remove"
              quiet
              aria-label={`Remove the ${noun} ${entry.name}`}
              onClick={() => onEntries(entries.filter(({ name }) => name !== entry.name))}
            />
          </div>
          <FieldErrors pointer={`${pointer}/${entry.name}`} error={error} />
        </div>
      ))}
      <Adder
        label={`New ${noun}`}
        button={`Add the ${noun}`}
        maxLength={maxLength}
        problemOf={problemOf}
        onAdd={(name) => onEntries([...entries, newEntry(name)])}
      />
      <FieldErrors pointer={pointer} error={error} isWhole />
    </fieldset>
  );
}

import { type ContactDraft, type FieldDraft, fieldNameProblem, KINDS } from './contact-draft.ts';
import { NamedEntries } from './named-entries.tsx';

type Props = {
  readonly draft: ContactDraft;
  readonly error: Error | null;
  readonly onChange: (draft: ContactDraft) => void;
};

/** The custom fields of a contact. */
export function CustomFields({ draft, error, onChange }: Props) {
  const { fields: entries } = draft;
  return (
    <NamedEntries
      title="Custom fields"
      noun="field"
      pointer="#/custom_fields"
      error={error}
      entries={entries}
      maxLength={40}
      problemOf={(name) => fieldNameProblem(entries, name)}
      newEntry={(name): FieldDraft => ({ name, kind: 'text', value: '' })}
      onEntries={(fields) => onChange({ ...draft, fields })}
    >
      {({ name, kind, value }, id, onField) => (
        <>
          {kind === 'yes or no' ? (
            <select
              id={id}
              value={value}
              onChange={({ currentTarget }) => onField({ value: currentTarget.value })}
            >
              <option>yes</option>
              <option>no</option>
            </select>
          ) : (
            <input
              id={id}
              {...(kind === 'number' ? { type: 'number' as const, step: 'any', required: true } : {})}
              autocomplete="off"
              value={value}
              onInput={({ currentTarget }) => onField({ value: currentTarget.value })}
            />
          )}
          <select
            aria-label={`Kind of ${name}`}
            value={kind}
            onChange={({ currentTarget }) => onField(withKind(currentTarget.value, value))}
          >
            {KINDS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </>
      )}
    </NamedEntries>
  );
}

/** A field after its kind has changed. A value that the new kind cannot have is replaced. */
function withKind(name: string, value: string): Partial<FieldDraft> {
  const kind = KINDS.find((each) => each === name) ?? 'text';
  if (kind === 'yes or no') return { kind, value: value === 'yes' ? 'yes' : 'no' };
  return { kind, value: kind === 'number' && !Number.isFinite(Number(value)) ? '' : value };
}

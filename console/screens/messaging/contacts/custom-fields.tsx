import type { FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { Select } from '#console/parts/fields/select.tsx';
import { type ContactDraft, type FieldDraft, fieldNameProblem, KINDS } from './contact-draft.ts';
import { NamedEntries } from './named-entries.tsx';

const KIND_CHOICES = KINDS.map((kind) => [kind, kind] as const);
const YES_OR_NO: readonly (readonly [string, string])[] = [
  ['yes', 'yes'],
  ['no', 'no'],
];

/** The custom fields of a contact. */
export function CustomFields({ draft, error, onChange }: FieldsProps<ContactDraft>) {
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
            <Select
              id={id}
              value={value}
              choices={YES_OR_NO}
              onValue={(chosen) => onField({ value: chosen })}
            />
          ) : (
            <input
              id={id}
              {...(kind === 'number' ? { type: 'number' as const, step: 'any', required: true } : {})}
              autocomplete="off"
              value={value}
              onInput={({ currentTarget }) => onField({ value: currentTarget.value })}
            />
          )}
          <Select
            aria-label={`Kind of ${name}`}
            value={kind}
            choices={KIND_CHOICES}
            onValue={(chosen) => onField(withKind(chosen, value))}
          />
        </>
      )}
    </NamedEntries>
  );
}

/** A field after its kind has changed. A value that the new kind cannot have is replaced. */
function withKind(kind: FieldDraft['kind'], value: string): Partial<FieldDraft> {
  if (kind === 'yes or no') return { kind, value: value === 'yes' ? 'yes' : 'no' };
  return { kind, value: kind === 'number' && !Number.isFinite(Number(value)) ? '' : value };
}

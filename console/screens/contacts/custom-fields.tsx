import { useId } from 'preact/hooks';
import { Adder } from '#console/parts/adder.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { type ContactDraft, type FieldDraft, fieldNameProblem, KINDS } from './contact-draft.ts';

type Props = {
  readonly draft: ContactDraft;
  readonly error: Error | null;
  readonly onChange: (draft: ContactDraft) => void;
};

/** The fields that the workspace defines. A field keeps its name; its kind and value can change. */
export function CustomFields({ draft, error, onChange }: Props) {
  const { fields } = draft;
  const replace = (name: string, changed: Partial<FieldDraft>): void =>
    onChange({
      ...draft,
      fields: fields.map((field) => (field.name === name ? { ...field, ...changed } : field)),
    });
  return (
    <fieldset>
      <legend>Custom fields</legend>
      {fields.map((field) => (
        <CustomField
          key={field.name}
          field={field}
          error={error}
          onChange={(changed) => replace(field.name, changed)}
          onRemove={() => onChange({ ...draft, fields: fields.filter(({ name }) => name !== field.name) })}
        />
      ))}
      <Adder
        label="New field"
        button="Add the field"
        maxLength={40}
        problemOf={(name) => fieldNameProblem(fields, name)}
        onAdd={(name) => onChange({ ...draft, fields: [...fields, { name, kind: 'text', value: '' }] })}
      />
      <FieldErrors pointer="#/custom_fields" error={error} isWhole />
    </fieldset>
  );
}

function CustomField({
  field: { name, kind, value },
  error,
  onChange,
  onRemove,
}: {
  readonly field: FieldDraft;
  readonly error: Error | null;
  readonly onChange: (changed: Partial<FieldDraft>) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>
        <bdi>{name}</bdi>
      </label>
      <div class="actions">
        {kind === 'yes or no' ? (
          <select
            id={id}
            value={value}
            onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
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
            onInput={({ currentTarget }) => onChange({ value: currentTarget.value })}
          />
        )}
        <select
          aria-label={`Kind of ${name}`}
          value={kind}
          onChange={({ currentTarget }) => onChange(withKind(currentTarget.value, value))}
        >
          {KINDS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <button type="button" class="quiet" aria-label={`Remove the field ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      <FieldErrors pointer={`#/custom_fields/${name}`} error={error} />
    </div>
  );
}

/** A field after its kind has changed. A value that the new kind cannot have is replaced. */
function withKind(name: string, value: string): Partial<FieldDraft> {
  const kind = KINDS.find((each) => each === name) ?? 'text';
  if (kind === 'yes or no') return { kind, value: value === 'yes' ? 'yes' : 'no' };
  return { kind, value: kind === 'number' && !Number.isFinite(Number(value)) ? '' : value };
}

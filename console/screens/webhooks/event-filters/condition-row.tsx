import { useId } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { issuesAt } from '#console/session/problem.ts';
import { ConditionValue } from './condition-value.tsx';
import { type EventField, operandTypeOf, operatorsOf } from './event-fields.ts';
import { type Condition, type Operator, pointerTo, takesValue } from './filter-draft.ts';

const LABELS: Readonly<Record<Operator, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $in: 'is one of',
  $nin: 'is none of',
  $gt: '> greater than',
  $gte: '≥ at least',
  $lt: '< less than',
  $lte: '≤ at most',
  $startsWith: 'starts with',
  '$exists true': 'has a value',
  '$exists false': 'has no value',
};

/** One condition: a field, an operator and a value. `place` is the path of the condition in the filter at `pointer`. */
export function ConditionRow({
  number,
  condition,
  fields,
  pointer,
  place,
  error,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly condition: Condition;
  readonly fields: readonly EventField[];
  readonly pointer: string;
  readonly place: readonly string[] | undefined;
  readonly error: Error | null;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const { path, operator } = condition;
  const field = fields.find((each) => each.path === path);
  // An object accepts only `$exists`, which is rarely needed, so an object is not offered. A person can write this condition as JSON.
  const offered = fields.filter((each) => each.kind !== 'object' || each === field);
  const pathPointer = place && pointerTo(pointer, place.slice(0, -1));
  const valuePointer = place && pointerTo(pointer, place);
  const isPathWrong =
    pathPointer !== undefined && issuesAt(error, pathPointer).some((issue) => issue.pointer === pathPointer);
  const isValueWrong = valuePointer !== undefined && issuesAt(error, valuePointer).length > 0;
  const wrong = isValueWrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-value-error` } : {};
  const hasValue = takesValue(operator);
  // An operator of the filter that the field does not accept stays visible.
  const operators = [...new Set([...operatorsOf(field), operator])];

  return (
    <fieldset class="condition" aria-label={`Condition ${number}`}>
      <div class="field">
        <label htmlFor={`${id}-path`}>Field</label>
        <select
          id={`${id}-path`}
          value={path}
          aria-describedby={`${id}-hint ${id}-path-error`}
          aria-invalid={isPathWrong ? true : undefined}
          onChange={({ currentTarget }) => {
            const chosen = fields.find((each) => each.path === currentTarget.value);
            if (chosen) onChange(withField(condition, chosen));
          }}
        >
          <option value="" disabled>
            Choose a field
          </option>
          {path !== '' && !field && <option value={path}>{path}</option>}
          {offered.map((each) => (
            <option key={each.path} value={each.path}>
              {each.isList ? `${each.path} (list)` : each.path}
            </option>
          ))}
        </select>
        <span id={`${id}-hint`} class="soft">
          {/* The schema marks names and samples with backticks, so every second part is code. */}
          {field?.description.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}
          {field?.isList === true && ' A list matches if one of its elements does.'}
        </span>
        {isPathWrong && <FieldErrors id={`${id}-path-error`} pointer={pathPointer} error={error} isWhole />}
      </div>
      {path !== '' && (
        <div class="field">
          <label htmlFor={`${id}-operator`}>Operator</label>
          <Select
            id={`${id}-operator`}
            value={operator}
            choices={operators.map((each) => [each, LABELS[each]] as const)}
            {...(hasValue ? {} : wrong)}
            onValue={(chosen) => onChange({ ...condition, ...typeIn(field), operator: chosen })}
          />
        </div>
      )}
      {path !== '' && hasValue && (
        <ConditionValue
          id={`${id}-value`}
          condition={condition}
          field={field}
          wrong={wrong}
          onValue={(value) => onChange({ ...condition, value })}
        />
      )}
      <Button label="Remove" quiet aria-label={`Remove condition ${number}`} onClick={onRemove} />
      {isValueWrong && (
        <div class="whole">
          <FieldErrors id={`${id}-value-error`} pointer={valuePointer} error={error} />
        </div>
      )}
    </fieldset>
  );
}

function typeIn(field: EventField | undefined): Partial<Condition> {
  return field ? { type: operandTypeOf(field) } : {};
}

/** The condition for another field, with an operator that the field accepts. */
function withField(condition: Condition, field: EventField): Condition {
  const accepted = operatorsOf(field);
  const operator = accepted.includes(condition.operator) ? condition.operator : accepted[0];
  return {
    ...condition,
    path: field.path,
    ...typeIn(field),
    operator: operator ?? condition.operator,
  };
}

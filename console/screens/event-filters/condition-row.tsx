import { useId } from 'preact/hooks';
import { FieldErrors } from '#console/parts/field.tsx';
import { issuesAt } from '#console/session/problem.ts';
import { ConditionValue } from './condition-value.tsx';
import { type EventField, operandTypeOf, operatorsOf } from './event-fields.ts';
import { type Condition, linesOf, type Operator, pointerTo, takesSeveral } from './filter-draft.ts';

/** The operators in the list: an empty and a present field are two entries. */
const LABELS: Readonly<Record<Exclude<Operator, '$exists'>, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $in: 'is one of',
  $nin: 'is none of',
  $gt: '> greater than',
  $gte: '≥ at least',
  $lt: '< less than',
  $lte: '≤ at most',
  $startsWith: 'starts with',
};

/** One condition: a field, an operator and a value. `place` is where the filter at `pointer` has the condition. */
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
  const pathPointer = place && pointerTo(pointer, place.slice(0, -1));
  const valuePointer = place && pointerTo(pointer, place);
  const isPathWrong =
    pathPointer !== undefined && issuesAt(error, pathPointer).some((issue) => issue.pointer === pathPointer);
  const isValueWrong = valuePointer !== undefined && issuesAt(error, valuePointer).length > 0;
  const wrong = isValueWrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-value-error` } : {};
  const hasValue = operator !== '$exists';
  const option = hasValue ? operator : `$exists ${condition.value}`;

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
          {path === '' && <option value="">Choose a field</option>}
          {path !== '' && !field && <option value={path}>{path}</option>}
          {fields.map((each) => (
            <option key={each.path} value={each.path}>
              {each.isList ? `${each.path} (list)` : each.path}
            </option>
          ))}
        </select>
        <span id={`${id}-hint`} class="soft">
          {field?.description}
          {field?.isList === true && ' A list matches if one of its elements does.'}
        </span>
        {isPathWrong && <FieldErrors id={`${id}-path-error`} pointer={pathPointer} error={error} isWhole />}
      </div>
      {path !== '' && (
        <div class="field">
          <label htmlFor={`${id}-operator`}>Operator</label>
          <select
            id={`${id}-operator`}
            value={option}
            {...(hasValue ? {} : wrong)}
            onChange={({ currentTarget }) => onChange(withOption(condition, currentTarget.value, field))}
          >
            {optionsOf(field, operator).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
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
      <button type="button" class="quiet" aria-label={`Remove condition ${number}`} onClick={onRemove}>
        Remove
      </button>
      {isValueWrong && (
        <div class="whole">
          <FieldErrors id={`${id}-value-error`} pointer={valuePointer} error={error} />
        </div>
      )}
    </fieldset>
  );
}

/** The entries of the list. An operator of the filter that the field does not accept stays visible. */
function optionsOf(
  field: EventField | undefined,
  current: Operator,
): readonly (readonly [value: string, label: string])[] {
  const operators = new Set([...operatorsOf(field), current]);
  return [...operators].flatMap((operator) =>
    operator === '$exists'
      ? [
          ['$exists true', 'has a value'],
          ['$exists false', 'has no value'],
        ]
      : [[operator, LABELS[operator]]],
  ) as readonly (readonly [string, string])[];
}

/** The condition for another field. A value that the new field can have stays. */
function withField(condition: Condition, field: EventField): Condition {
  const operators = operatorsOf(field);
  const operator = operators.includes(condition.operator) ? condition.operator : (operators[0] ?? '$exists');
  return withOperator({ ...condition, path: field.path, type: operandTypeOf(field) }, operator, field);
}

function withOption(condition: Condition, option: string, field: EventField | undefined): Condition {
  const [name, value] = option.split(' ');
  if (name === '$exists')
    return { ...condition, operator: '$exists', type: 'boolean', value: value ?? 'true' };
  const operator = operatorsOf(field).find((each) => each === name) ?? condition.operator;
  return withOperator(condition, operator, field);
}

function withOperator(condition: Condition, operator: Operator, field: EventField | undefined): Condition {
  if (operator === '$exists')
    return {
      ...condition,
      operator,
      type: 'boolean',
      value: condition.operator === '$exists' ? condition.value : 'true',
    };
  const type = field ? operandTypeOf(field) : condition.type;
  const kept = condition.operator === '$exists' ? '' : condition.value;
  return { ...condition, operator, type, value: fitting(kept, operator, field) };
}

/** The value as far as the control of the operator can show it. */
function fitting(value: string, operator: Operator, field: EventField | undefined): string {
  if (field?.kind === 'boolean') return value === 'false' ? 'false' : 'true';
  const lines = linesOf(value).filter(
    (line) => !field || field.choices.length === 0 || field.choices.includes(line),
  );
  return takesSeveral(operator) ? lines.join('\n') : (lines[0] ?? '');
}

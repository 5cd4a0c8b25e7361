import { CheckField } from '#console/parts/fields/check-field.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';
import { useSigned } from '#console/session/context.ts';
import type { EventField } from './event-fields.ts';
import { type Condition, linesOf, takesSeveral } from './filter-draft.ts';

type Value = {
  readonly id: string;
  readonly condition: Condition;
  /** Undefined if the catalogue does not have the field. */
  readonly field: EventField | undefined;
  /** The attributes of a control with an error. */
  readonly wrong: { readonly 'aria-invalid'?: boolean; readonly 'aria-describedby'?: string };
  readonly onValue: (value: string) => void;
};

const BOOLEANS = [
  ['true', 'true'],
  ['false', 'false'],
] as const;

/** The control for the value of a condition: it fits the type of the field. */
export function ConditionValue(props: Value) {
  const { id, condition, field } = props;
  if (field && field.choices.length > 0 && takesSeveral(condition.operator)) return <Choices {...props} />;
  return (
    <div class="field">
      <label htmlFor={id}>{takesSeveral(condition.operator) ? 'Values, one on each line' : 'Value'}</label>
      <Control {...props} />
    </div>
  );
}

function Control(props: Value) {
  const { id, condition, field, wrong, onValue } = props;
  const { operator } = condition;
  if (takesSeveral(operator)) {
    return (
      <textarea
        id={id}
        {...wrong}
        rows={3}
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        value={condition.value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    );
  }
  const [value = ''] = linesOf(condition.value);
  if (field?.kind === 'boolean') {
    return (
      <Select
        id={id}
        {...wrong}
        value={value === 'false' ? 'false' : 'true'}
        choices={BOOLEANS}
        onValue={onValue}
      />
    );
  }
  if (field?.kind === 'instant') return <Instant {...props} />;
  const choices = field?.choices ?? [];
  if (choices.length > 0) {
    return (
      <select id={id} {...wrong} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {!choices.includes(value) && <option value={value}>{value === '' ? 'Choose a value' : value}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      id={id}
      {...wrong}
      inputMode={field?.kind === 'number' || field?.kind === 'decimal' ? 'decimal' : 'text'}
      dir="auto"
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

/** A time in the time zone of the workspace. A time that this control cannot show exactly is a text. */
function Instant({ id, condition, wrong, onValue }: Value) {
  const [value = ''] = linesOf(condition.value);
  const { timezone } = useSigned().session.me.workspace;
  const local = shownTime(value, timezone);
  const isText = value !== '' && fromLocalTime(local, timezone) !== value;
  return (
    <>
      {isText ? (
        <input
          id={id}
          {...wrong}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : (
        <input
          id={id}
          {...wrong}
          type="datetime-local"
          step={1}
          max="9999-12-31T23:59:59"
          value={local}
          onInput={({ currentTarget }) => onValue(fromLocalTime(currentTarget.value, timezone))}
        />
      )}
      <span class="soft">{isText ? 'UTC, such as 2026-03-14T09:26:53Z' : timezone}</span>
    </>
  );
}

/** While a person types a year, it has fewer than four digits. */
function shownTime(value: string, timezone: string): string {
  const at = Date.parse(value);
  return Number.isNaN(at) ? '' : toLocalTime(at, timezone).padStart('2026-11-23T08:00:00'.length, '0');
}

/** The values of a closed set. */
function Choices({ id, condition: { value }, field, wrong, onValue }: Value) {
  const chosen = linesOf(value);
  // A stored value that the set no longer has can still be removed.
  const offered = [...new Set([...(field?.choices ?? []), ...chosen])];
  return (
    <fieldset aria-describedby={wrong['aria-describedby']}>
      <legend>Values</legend>
      {offered.map((choice, index) => (
        <CheckField
          key={choice}
          id={`${id}-${index}`}
          {...(index === 0 ? wrong : {})}
          checked={chosen.includes(choice)}
          onCheck={() =>
            onValue(
              (chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice]).join(
                '\n',
              ),
            )
          }
        >
          {choice}
        </CheckField>
      ))}
    </fieldset>
  );
}

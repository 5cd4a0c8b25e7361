import { ChoiceField } from '#console/parts/choice-field.tsx';
import { Field } from '#console/parts/field.tsx';
import { useSigned } from '#console/session/context.ts';
import { type ZonedTime, zonesOf } from './post-plan.ts';

/** The fields of a chosen time, as pointers of the API. */
export const TIME_FIELDS = ['#/date', '#/time', '#/timezone'];

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A day, a time and the time zone of both: that of the workspace, or that of the browser. */
export function ZonedTimeFields({
  day,
  time,
  value,
  error,
  isRequired = false,
  onChange,
}: {
  /** The labels of the fields. */
  readonly day: string;
  readonly time: string;
  readonly value: ZonedTime;
  readonly error: Error | null;
  readonly isRequired?: boolean;
  readonly onChange: (value: ZonedTime) => void;
}) {
  const { timezone } = useSigned().session.me.workspace;
  const zones = zonesOf(timezone, BROWSER_ZONE);
  const isFixed = zones.length === 1;
  return (
    <>
      <Field
        label={day}
        hint={isFixed ? `Day and time are in the time zone ${timezone}.` : undefined}
        pointer="#/date"
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type="date"
            required={isRequired}
            value={value.date}
            onInput={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={time} pointer="#/time" error={error}>
        {(control) => (
          <input
            {...control}
            type="time"
            required={isRequired}
            value={value.time}
            onInput={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
          />
        )}
      </Field>
      {!isFixed && (
        <ChoiceField
          label="Time zone"
          pointer="#/timezone"
          error={error}
          value={value.zone}
          choices={zones}
          onValue={(zone) => onChange({ ...value, zone })}
        />
      )}
    </>
  );
}

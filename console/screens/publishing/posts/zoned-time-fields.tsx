import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { type ZonedTime, zonesOf } from './post-plan.ts';

/** The fields of a chosen time, as pointers of the API. */
export const TIME_FIELDS = ['#/date', '#/time', '#/timezone'];

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A day, a time and the time zone of both: that of the workspace, or that of the browser. */
export function ZonedTimeFields({
  day,
  time,
  isRequired = false,
  ...props
}: FieldsProps<ZonedTime> & {
  /** The labels of the fields. */
  readonly day: string;
  readonly time: string;
  readonly isRequired?: boolean;
}) {
  const { timezone } = useSigned().session.me.workspace;
  const zones = zonesOf(timezone, BROWSER_ZONE);
  const field = fieldsOf(props);
  const isFixed = zones.length === 1;
  return (
    <>
      <TextField
        {...field('date')}
        label={day}
        hint={isFixed ? `Day and time are in the time zone ${timezone}.` : undefined}
        type="date"
        required={isRequired}
      />
      <TextField {...field('time')} label={time} type="time" required={isRequired} />
      {!isFixed && <ChoiceField {...field('zone', '#/timezone')} label="Time zone" choices={zones} />}
    </>
  );
}

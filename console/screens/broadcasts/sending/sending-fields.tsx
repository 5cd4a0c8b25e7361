import { CheckField } from '#console/parts/fields/check-field.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, boxesOf } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { FieldsProps } from '#console/screens/broadcasts/fields-props.ts';
import { rateProblem } from './sending-draft.ts';

const EVENTS = [
  ['failed', 'of messages that failed'],
  ['all', 'of every status of each message'],
  ['none', 'none'],
] as const;

/** The rate, the quiet hours, the budget and the events of messages. */
export function SendingFields({ draft, error, onChange }: FieldsProps) {
  const problem = rateProblem(draft);
  const field = fieldsOf({ draft, error, onChange });
  const box = boxesOf({ draft, onChange });
  return (
    <fieldset>
      <legend>Sending</legend>
      <TextField
        {...field('rate', '#/sending/rate_per_second')}
        label="Messages per second"
        hint="A maximum. Empty for the quota of the phone number, which is never exceeded."
        inputMode="numeric"
        maxLength={8}
      />
      <output class="errors">{problem}</output>
      <CheckField {...box('isQuiet')}>Quiet hours, in the local time of each recipient</CheckField>
      {draft.isQuiet && (
        <>
          <TextField
            {...field('quietFrom', '#/sending/quiet_hours/from')}
            label="Quiet from"
            type="time"
            required
          />
          <TextField
            {...field('quietTo', '#/sending/quiet_hours/to')}
            label="Quiet until"
            hint="Messages that are due in quiet hours are sent after them."
            type="time"
            required
          />
        </>
      )}
      <TextField
        {...field('budget', '#/sending/budget')}
        label="Budget in dollars"
        hint="Such as 12.50. The broadcast is paused before its messages cost more. Empty for no limit."
        inputMode="decimal"
        maxLength={16}
      />
      <ChoiceField
        {...field('messageEvents', '#/sending/message_events')}
        label="Events of messages"
        hint="Which events of single messages your endpoints get. The events of the broadcast are always sent."
        choices={EVENTS}
      />
    </fieldset>
  );
}

/** Which events of messages are sent, in words. */
export function eventsInWords(events: string): string {
  return EVENTS.find(([each]) => each === events)?.[1] ?? events;
}

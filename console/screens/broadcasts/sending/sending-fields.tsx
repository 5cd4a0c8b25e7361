import { CheckField } from '#console/parts/check-field.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
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
  return (
    <fieldset>
      <legend>Sending</legend>
      <TextField
        label="Messages per second"
        hint="A maximum. Empty for the quota of the phone number, which is never exceeded."
        pointer="#/sending/rate_per_second"
        error={error}
        inputMode="numeric"
        maxLength={8}
        value={draft.rate}
        onValue={(rate) => onChange({ ...draft, rate })}
      />
      <output class="errors">{problem}</output>
      <CheckField checked={draft.isQuiet} onCheck={(isQuiet) => onChange({ ...draft, isQuiet })}>
        Quiet hours, in the local time of each recipient
      </CheckField>
      {draft.isQuiet && (
        <>
          <TextField
            label="Quiet from"
            pointer="#/sending/quiet_hours/from"
            error={error}
            type="time"
            required
            value={draft.quietFrom}
            onValue={(quietFrom) => onChange({ ...draft, quietFrom })}
          />
          <TextField
            label="Quiet until"
            hint="Messages that are due in quiet hours are sent after them."
            pointer="#/sending/quiet_hours/to"
            error={error}
            type="time"
            required
            value={draft.quietTo}
            onValue={(quietTo) => onChange({ ...draft, quietTo })}
          />
        </>
      )}
      <TextField
        label="Budget in dollars"
        hint="Such as 12.50. The broadcast is paused before its messages cost more. Empty for no limit."
        pointer="#/sending/budget"
        error={error}
        inputMode="decimal"
        maxLength={16}
        value={draft.budget}
        onValue={(budget) => onChange({ ...draft, budget })}
      />
      <ChoiceField
        label="Events of messages"
        hint="Which events of single messages your endpoints get. The events of the broadcast are always sent."
        pointer="#/sending/message_events"
        error={error}
        value={draft.messageEvents}
        choices={EVENTS}
        onValue={(messageEvents) => onChange({ ...draft, messageEvents })}
      />
    </fieldset>
  );
}

/** Which events of messages are sent, in words. */
export function eventsInWords(events: string): string {
  return EVENTS.find(([each]) => each === events)?.[1] ?? events;
}

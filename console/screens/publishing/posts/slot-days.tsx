import { useId, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Fact } from '#console/parts/facts.tsx';
import { MAX_SLOTS, type QueueDraft, slotsOf, WEEKDAYS, withoutTime, withTime } from './queue-draft.ts';

/** The weekly slots by day, with a field that adds a time to a day. */
export function SlotFields({
  draft,
  onChange,
}: {
  readonly draft: QueueDraft;
  readonly onChange: (draft: QueueDraft) => void;
}) {
  const isFull = slotsOf(draft).length >= MAX_SLOTS;
  return (
    <div class="slots">
      {WEEKDAYS.map(([day, name]) => (
        <fieldset key={day}>
          <legend>{name}</legend>
          {draft[day].length === 0 ? (
            <p class="soft">No slot</p>
          ) : (
            <ul class="rows" aria-label={`Times on ${name}`}>
              {draft[day].map((time) => (
                <li key={time}>
                  <time>{time}</time>
                  <span class="actions">
                    <Button
                      label="Remove"
                      quiet
                      aria-label={`Remove: ${name} ${time}`}
                      onClick={() => onChange(withoutTime(draft, day, time))}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {isFull ? (
            <p class="soft">A week has at most {MAX_SLOTS} slots.</p>
          ) : (
            <NewTime name={name} onTime={(time) => onChange(withTime(draft, day, time))} />
          )}
        </fieldset>
      ))}
    </div>
  );
}

/** Adds a time without sending the form. */
function NewTime({ name, onTime }: { readonly name: string; readonly onTime: (time: string) => void }) {
  const id = useId();
  const [time, setTime] = useState('');

  function add(): void {
    if (time === '') return;
    onTime(time);
    setTime('');
  }

  return (
    <div class="field">
      <label htmlFor={id}>New time on {name}</label>
      <div class="actions">
        <input
          id={id}
          type="time"
          value={time}
          onInput={({ currentTarget }) => setTime(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button label={`Add to ${name}`} quiet disabled={time === ''} onClick={add} />
      </div>
    </div>
  );
}

/** The weekly slots for a key that may not change them. */
export function SlotTable({ draft }: { readonly draft: QueueDraft }) {
  return (
    <dl>
      {WEEKDAYS.map(([day, name]) => (
        <Fact key={day} name={name}>
          {draft[day].join(', ') || 'no slot'}
        </Fact>
      ))}
    </dl>
  );
}

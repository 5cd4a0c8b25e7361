import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Dialog } from '#console/parts/dialog.tsx';
import { useFocusOnError } from '#console/parts/fields/field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { EstimateQuestion } from './broadcast-estimate.tsx';
import type { Broadcast } from './broadcast-reads.ts';
import { ifMatch, UnsavedEdits, useReadiness } from './sending/send-now.tsx';

const FIELDS = ['#/scheduled_at'];

/** When the broadcast starts, in the time zone of the workspace. One that the platform sends is scheduled after a question. */
export function BroadcastSchedule({
  broadcast,
  hasEdits,
}: {
  readonly broadcast: Broadcast;
  /** Whether the form has changes that are not saved. */
  readonly hasEdits: boolean;
}) {
  const { api, me } = useSigned().session;
  const { timezone } = me.workspace;
  const { id, state, sender, scheduled_at: at } = broadcast;
  const current = at === null ? '' : toLocalTime(Date.parse(at), timezone);
  const { draft, setDraft, submit, isBusy, error } = useDraft(current);
  const [isAsking, setAsking] = useState(false);
  const form = useFocusOnError(isAsking ? null : error);
  const params = {
    path: { broadcast: id },
    // The recipients and the price of the question are those of this revision.
    ...(sender === 'platform' ? { header: ifMatch(broadcast) } : {}),
  };
  const label = state === 'scheduled' ? 'Change the time' : 'Schedule';
  const startsAt = fromLocalTime(draft, timezone);

  function schedule(headers: Once) {
    const body = { scheduled_at: startsAt };
    return bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/schedule', { params, headers, body }));
  }

  return (
    <>
      <form
        ref={form}
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          if (sender === 'platform') setAsking(true);
          else void submit(event, schedule);
        }}
      >
        <TextField
          label="Start"
          hint={timezone}
          pointer="#/scheduled_at"
          error={error}
          type="datetime-local"
          required
          value={draft}
          onValue={setDraft}
        />
        <button type="submit" disabled={isBusy}>
          {label}
        </button>
        {!isAsking && <Progress isBusy={isBusy} />}
        <Failure error={error} fields={FIELDS} />
      </form>
      {isAsking && (
        <Question
          broadcast={broadcast}
          hasEdits={hasEdits}
          label={label}
          startsAt={startsAt}
          isBusy={isBusy}
          // An error is shown at its field, behind the dialog.
          onYes={(event) => void submit(event, schedule).finally(() => setAsking(false))}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Question({
  broadcast,
  hasEdits,
  label,
  startsAt,
  isBusy,
  onYes,
  onNo,
}: {
  readonly broadcast: Broadcast;
  readonly hasEdits: boolean;
  readonly label: string;
  readonly startsAt: string;
  readonly isBusy: boolean;
  readonly onYes: (event: Event) => void;
  readonly onNo: () => void;
}) {
  const { isReady, onError } = useReadiness(broadcast);
  return (
    <Dialog title="Schedule the broadcast?" onClose={onNo}>
      <UnsavedEdits hasEdits={hasEdits} />
      <EstimateQuestion broadcast={broadcast} onError={onError} />
      <p>
        <bdi>{broadcast.name}</bdi> starts <When at={startsAt} />. Its audience is read again then, so
        contacts that change until then can change the number and the price.
      </p>
      <div class="actions">
        <Button
          label={`Yes, ${label.toLowerCase()}`}
          disabled={isBusy || !isReady || hasEdits}
          onClick={onYes}
        />
        <Button label="No" quiet onClick={onNo} />
        <Progress isBusy={isBusy} />
      </div>
    </Dialog>
  );
}

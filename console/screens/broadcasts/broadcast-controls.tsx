import { useLocation } from 'preact-iso';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import type { Broadcast } from './broadcast-reads.ts';
import { isDeletable, isEditable } from './broadcast-states.ts';

/** The commands that the state and the permissions of the key allow. */
export function BroadcastControls({ broadcast }: { readonly broadcast: Broadcast }) {
  const { session } = useSigned();
  const { api } = session;
  const { route } = useLocation();
  const { id, name, state } = broadcast;
  const params = { path: { broadcast: id } };
  const maySend = may(session, 'salesbot:broadcasts:send');
  const mayDelete = may(session, 'salesbot:broadcasts:write') && isDeletable(broadcast);
  return (
    <>
      {maySend && isEditable(broadcast) && <Schedule key={broadcast.scheduled_at} broadcast={broadcast} />}
      <div class="actions">
        {maySend && isEditable(broadcast) && (
          <AskedCommand
            label="Send now"
            title="Send the broadcast now?"
            send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/send', { params, headers }))}
          >
            <p>
              <bdi>{name}</bdi> starts at once. Its content can then no longer be changed. You can cancel it
              while your messaging system sends it.
            </p>
          </AskedCommand>
        )}
        {maySend && state === 'scheduled' && (
          <Command
            label="Unschedule"
            quiet
            send={(headers) =>
              bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/unschedule', { params, headers }))
            }
          />
        )}
        {maySend && (state === 'scheduled' || state === 'in_flight') && (
          <AskedCommand
            label="Cancel the broadcast"
            title="Cancel the broadcast?"
            send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/cancel', { params, headers }))}
          >
            <p>
              A cancelled broadcast never starts again.
              {state === 'in_flight' && ' Recipients who have the message keep it.'}
            </p>
          </AskedCommand>
        )}
        {mayDelete && (
          <AskedCommand
            label="Delete"
            title="Delete the broadcast?"
            send={async () => {
              await deletion(api.DELETE('/api/v1/broadcasts/{broadcast}', { params }));
              route('/console/broadcasts', true);
            }}
          >
            <p>
              <bdi>{name}</bdi> is deleted permanently. Its events stay in the event log.
            </p>
          </AskedCommand>
        )}
      </div>
    </>
  );
}

/** When the broadcast starts, in the time zone of the workspace. */
function Schedule({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api, me } = useSigned().session;
  const { timezone } = me.workspace;
  const { id, state, scheduled_at: at } = broadcast;
  const current = at === null ? '' : toLocalTime(Date.parse(at), timezone);
  const { draft, setDraft, submit, isBusy, error } = useDraft(current);
  const params = { path: { broadcast: id } };

  function schedule(headers: Once) {
    const body = { scheduled_at: fromLocalTime(draft, timezone) };
    return bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/schedule', { params, headers, body }));
  }

  return (
    <form class="actions" onSubmit={(event) => void submit(event, schedule)}>
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
        {state === 'scheduled' ? 'Change the time' : 'Schedule'}
      </button>
      <Progress isBusy={isBusy} />
      <Failure error={error} fields={['#/scheduled_at']} />
    </form>
  );
}

import { useLocation } from 'preact-iso';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import type { Broadcast } from './broadcast-reads.ts';
import { BroadcastSchedule } from './broadcast-schedule.tsx';
import { isDeletable, isEditable } from './broadcast-states.ts';
import { SendNow } from './sending/send-now.tsx';
import { SendingControls } from './sending/sending-controls.tsx';

/** The commands that the state and the permissions of the key allow. */
export function BroadcastControls({
  broadcast,
  hasEdits,
}: {
  readonly broadcast: Broadcast;
  /** Whether the form has changes that are not saved. */
  readonly hasEdits: boolean;
}) {
  const { session } = useSigned();
  const { api } = session;
  const { route } = useLocation();
  const { id, name, state } = broadcast;
  const params = { path: { broadcast: id } };
  const maySend = may(session, 'salesbot:broadcasts:send');
  const mayDelete = may(session, 'salesbot:broadcasts:write') && isDeletable(broadcast);
  return (
    <>
      {maySend && isEditable(broadcast) && (
        <BroadcastSchedule key={broadcast.scheduled_at} broadcast={broadcast} hasEdits={hasEdits} />
      )}
      <div class="actions">
        {maySend && isEditable(broadcast) && <SendNow broadcast={broadcast} hasEdits={hasEdits} />}
        {broadcast.sender === 'platform' && <SendingControls broadcast={broadcast} />}
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
              {state === 'in_flight' && ' Recipients who have the message keep it. The others do not get it.'}
            </p>
          </AskedCommand>
        )}
        {mayDelete && (
          <AskedCommand
            label="Delete"
            isFinal
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

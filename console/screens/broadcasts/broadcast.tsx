import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { TimeFact } from '#console/parts/facts.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { State, stateName } from '#console/parts/state.tsx';
import { ExternalRecord } from '#console/screens/messaging/external-record.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useParams } from '#console/session/params.ts';
import { BroadcastApproval } from './broadcast-approval.tsx';
import { BroadcastContent } from './broadcast-content.tsx';
import { BroadcastControls } from './broadcast-controls.tsx';
import { BroadcastEdit } from './broadcast-edit.tsx';
import { BroadcastEstimate } from './broadcast-estimate.tsx';
import { BroadcastProgress } from './broadcast-progress.tsx';
import { type AnyBroadcast, type Broadcast, broadcastPath, useBroadcast } from './broadcast-reads.ts';
import { isEditable, stateSentence, stepsOf } from './broadcast-states.ts';
import { SendingState } from './sending/sending-state.tsx';

const REFRESH_MS = 5000;
/** While the platform sends. */
const LIVE_MS = 2000;

/** One broadcast: its state, what can be done now, its approval, its progress and its content. */
export function BroadcastScreen() {
  const id = useParams()['broadcast'] ?? '';
  const { data, error } = useBroadcast(id, refreshMs);
  return (
    <>
      <BackLink href="/console/broadcasts" to="Broadcasts" />
      <h1>
        <bdi>{data?.source === 'platform' ? data.name : 'Broadcast'}</bdi>
      </h1>
      <ReadState data={data} error={error} />
      {data?.source === 'external' && <ExternalRecord record={data} thing="broadcast" />}
      {data?.source === 'platform' && <Details key={data.id} broadcast={data} />}
      <ApiCalls calls={[{ path: broadcastPath(id) }]} />
    </>
  );
}

function Details({ broadcast }: { readonly broadcast: Broadcast }) {
  const { session } = useSigned();
  const { id, state } = broadcast;
  const [hasEdits, setEdits] = useState(false);
  const mayEdit = may(session, 'salesbot:broadcasts:write') && isEditable(broadcast);
  const isEstimated =
    broadcast.sender === 'platform' &&
    may(session, 'salesbot:broadcasts:write', 'salesbot:broadcasts:send') &&
    isEditable(broadcast);
  return (
    <>
      <p>
        <code>{id}</code> <Copy text={id} label="Copy the ID" />
      </p>
      <Steps broadcast={broadcast} />
      <p>{stateSentence(broadcast)}</p>
      {broadcast.error !== null && (
        <p>
          Error: <bdi>{broadcast.error}</bdi>
        </p>
      )}
      <BroadcastControls broadcast={broadcast} hasEdits={hasEdits} />
      {isEstimated && <BroadcastEstimate broadcast={broadcast} />}
      <BroadcastApproval broadcast={broadcast} />
      {broadcast.started_at !== null &&
        (broadcast.sender === 'platform' ? (
          <SendingState broadcast={broadcast} />
        ) : (
          <BroadcastProgress broadcast={broadcast} />
        ))}
      <h2>Times</h2>
      <Times broadcast={broadcast} />
      <h2>Content</h2>
      {mayEdit ? (
        <BroadcastEdit key={id} found={broadcast} onEdits={setEdits} />
      ) : (
        <BroadcastContent broadcast={broadcast} />
      )}
      {state === 'in_flight' && (
        <p class="soft">The content cannot be changed while the broadcast is being sent.</p>
      )}
    </>
  );
}

/** The states on the way of the broadcast. */
function Steps({ broadcast: { state } }: { readonly broadcast: Broadcast }) {
  return (
    <ol class="steps" aria-label="States">
      {stepsOf(state).map((step) => (
        <li key={step} aria-current={step === state ? 'step' : undefined}>
          {step === state ? <State name={step} /> : stateName(step)}
        </li>
      ))}
    </ol>
  );
}

function Times({ broadcast }: { readonly broadcast: Broadcast }) {
  const times = [
    ['Start', broadcast.scheduled_at],
    ['Started', broadcast.started_at],
    ['Ended', broadcast.finished_at],
    ['Created', broadcast.created_at],
    ['Changed', broadcast.updated_at],
  ] as const;
  return <dl>{times.map(([name, at]) => at !== null && <TimeFact key={name} name={name} at={at} />)}</dl>;
}

function refreshMs(broadcast: AnyBroadcast | undefined): number {
  return broadcast?.source === 'platform' &&
    broadcast.sender === 'platform' &&
    broadcast.state === 'in_flight'
    ? LIVE_MS
    : REFRESH_MS;
}

import { useState } from 'preact/hooks';
import { AskedCommand } from '#console/parts/command.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { EstimateQuestion } from '#console/screens/broadcasts/broadcast-estimate.tsx';
import type { Broadcast } from '#console/screens/broadcasts/broadcast-reads.ts';
import { isKnown, useEstimate } from '#console/screens/broadcasts/estimate-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';

type Props = {
  readonly broadcast: Broadcast;
  /** Whether the form has changes that are not saved. */
  readonly hasEdits: boolean;
};

/** Starts the broadcast after a question. For a platform broadcast, the question has the number of recipients and the price. */
export function SendNow(props: Props) {
  return props.broadcast.sender === 'platform' ? <OfPlatform {...props} /> : <OfEngine {...props} />;
}

function OfEngine({ broadcast, hasEdits }: Props) {
  const { api } = useSigned().session;
  const params = { path: { broadcast: broadcast.id } };
  return (
    <AskedCommand
      label="Send now"
      title="Send the broadcast now?"
      isReady={!hasEdits}
      send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/send', { params, headers }))}
    >
      <UnsavedEdits hasEdits={hasEdits} />
      <p>
        <bdi>{broadcast.name}</bdi> starts at once. Its content can then no longer be changed. You can cancel
        it while your messaging system sends it.
      </p>
    </AskedCommand>
  );
}

function OfPlatform({ broadcast, hasEdits }: Props) {
  const { api } = useSigned().session;
  const { isReady, onError } = useReadiness(broadcast);
  // The recipients and the price are those of this revision.
  const params = { path: { broadcast: broadcast.id }, header: ifMatch(broadcast) };
  return (
    <AskedCommand
      label="Send now"
      title="Send the broadcast now?"
      isReady={isReady && !hasEdits}
      send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/send', { params, headers }))}
    >
      <UnsavedEdits hasEdits={hasEdits} />
      <EstimateQuestion broadcast={broadcast} onError={onError} />
      <p>
        <bdi>{broadcast.name}</bdi> starts at once. Its content can then no longer be changed. You can pause
        and cancel it while it is being sent.
      </p>
    </AskedCommand>
  );
}

/** Whether a person can confirm: recipients and price are known, or counting them has failed. */
export function useReadiness(broadcast: Broadcast) {
  const { revision } = broadcast;
  const { data } = useEstimate(broadcast);
  const [unknown, setUnknown] = useState('');
  return { isReady: isKnown(data) || unknown === revision, onError: () => setUnknown(revision) };
}

/** In a dialog that starts the broadcast: what the form has is not sent, and would be lost with it. */
export function UnsavedEdits({ hasEdits }: Pick<Props, 'hasEdits'>) {
  return hasEdits ? (
    <Notice tone="warn">
      <output>The form has changes that are not saved. Save or discard them first.</output>
    </Notice>
  ) : null;
}

/** Lets a command start only the content that the person has seen. */
export function ifMatch({ revision }: Pick<Broadcast, 'revision'>) {
  return { 'If-Match': `"${revision}"` };
}

import { useState } from 'preact/hooks';
import { AskedCommand } from '#console/parts/command.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { EstimateQuestion } from './broadcast-estimate.tsx';
import type { Broadcast } from './broadcast-reads.ts';
import { isKnown, useEstimate } from './estimate-reads.ts';

type Props = { readonly broadcast: Broadcast };

/** Starts the broadcast after a question. For a platform broadcast, the question has the number of recipients and the price. */
export function SendNow({ broadcast }: Props) {
  return broadcast.sender === 'platform' ? (
    <OfPlatform broadcast={broadcast} />
  ) : (
    <OfEngine broadcast={broadcast} />
  );
}

function OfEngine({ broadcast }: Props) {
  const { api } = useSigned().session;
  const params = { path: { broadcast: broadcast.id } };
  return (
    <AskedCommand
      label="Send now"
      title="Send the broadcast now?"
      send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/send', { params, headers }))}
    >
      <p>
        <bdi>{broadcast.name}</bdi> starts at once. Its content can then no longer be changed. You can cancel
        it while your messaging system sends it.
      </p>
    </AskedCommand>
  );
}

function OfPlatform({ broadcast }: Props) {
  const { api } = useSigned().session;
  const { isReady, onError } = useReadiness(broadcast);
  const params = { path: { broadcast: broadcast.id } };
  return (
    <AskedCommand
      label="Send now"
      title="Send the broadcast now?"
      isReady={isReady}
      send={(headers) => bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/send', { params, headers }))}
    >
      <EstimateQuestion broadcast={broadcast} onError={onError} />
      <p>
        <bdi>{broadcast.name}</bdi> starts at once. Its content can then no longer be changed. You can pause
        and cancel it while it is being sent.
      </p>
    </AskedCommand>
  );
}

/** Whether a person can confirm: recipients and price are known, or counting them has failed. */
export function useReadiness({ id, revision }: Broadcast) {
  const { data } = useEstimate(id);
  const [unknown, setUnknown] = useState('');
  return { isReady: isKnown(data) || unknown === revision, onError: () => setUnknown(revision) };
}

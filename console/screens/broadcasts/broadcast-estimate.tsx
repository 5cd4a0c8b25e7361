import { useEffect, useRef } from 'preact/hooks';
import { Command } from '#console/parts/command.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { useCommand } from '#console/session/use-command.ts';
import type { Broadcast } from './broadcast-reads.ts';
import { EstimateFacts } from './estimate-facts.tsx';
import { isDue, isKnown, useEstimate } from './estimate-reads.ts';
import { requestEstimate } from './sending/sending-requests.ts';

type Props = { readonly broadcast: Broadcast };

/** Before sending: how many contacts the broadcast goes to, and at what price. */
export function BroadcastEstimate({ broadcast }: Props) {
  const { session } = useSigned();
  const { data, error } = useEstimate(broadcast);
  return (
    <section aria-label="Recipients and price">
      <h2>Recipients and price</h2>
      <Failure error={error} />
      <EstimateState broadcast={broadcast} />
      {data !== undefined && isDue(data) && (
        <div class="actions">
          <Command
            label={data === null ? 'Count the recipients' : 'Count the recipients again'}
            quiet
            send={(once) => requestEstimate(session, broadcast.id, once)}
          />
        </div>
      )}
    </section>
  );
}

/** In the dialog before sending: requests an estimate, if there is none of the current content, and shows it. */
export function EstimateQuestion({ broadcast, onError }: Props & { readonly onError: () => void }) {
  const { session } = useSigned();
  const { id, revision } = broadcast;
  const { data, error: readError } = useEstimate(broadcast);
  const { run, isBusy, error } = useCommand();
  // Once for each revision: a request after each failed estimate would never end.
  const asked = useRef('');
  const isNeeded = data !== undefined && isDue(data) && asked.current !== revision;
  useEffect(() => {
    if (!isNeeded) return;
    asked.current = revision;
    void run((once) => requestEstimate(session, id, once));
  }, [isNeeded]);
  const hasFailed = data?.state === 'failed' && !isNeeded && !isBusy;
  const isUnknown = error !== null || readError !== null || hasFailed;
  useEffect(() => {
    if (isUnknown) onError();
  }, [isUnknown]);
  return (
    <>
      <EstimateState broadcast={broadcast} />
      <Failure error={error ?? readError} />
    </>
  );
}

/** The estimate in words, also while it is being counted. */
function EstimateState({ broadcast }: Props) {
  const { data } = useEstimate(broadcast);
  if (data === undefined) return null;
  if (data === null)
    return <p>The recipients have not been counted yet. They are counted before the broadcast is sent.</p>;
  if (data.state === 'counting')
    return (
      <p>
        <output>The recipients are being counted…</output> <Progress isBusy />
      </p>
    );
  if (data.state === 'failed')
    return <p>The recipients could not be counted. You can still send the broadcast.</p>;
  return (
    <>
      {!isKnown(data) && (
        <Notice tone="warn">
          <output>The broadcast has changed since its recipients were counted.</output>
        </Notice>
      )}
      <EstimateFacts broadcast={broadcast} estimate={data} />
    </>
  );
}

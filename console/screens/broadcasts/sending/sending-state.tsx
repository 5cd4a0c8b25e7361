import { countOf, numberOf } from '#console/parts/counted.ts';
import { Fact } from '#console/parts/facts.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { State } from '#console/parts/state.tsx';
import type { Broadcast } from '#console/screens/broadcasts/broadcast-reads.ts';
import { recipientsPath } from '#console/screens/broadcasts/recipient-words.ts';
import { ShareBar } from '#console/screens/broadcasts/share-bar.tsx';
import { usePace } from '#console/screens/broadcasts/use-pace.ts';
import {
  dollars,
  doneOf,
  durationInWords,
  pauseSentence,
  type SendingProgress,
  STATUSES,
} from './sending-words.ts';

/** The progress of a platform broadcast: recipients by status, cost, and the reason of a pause. */
export function SendingState({ broadcast }: { readonly broadcast: Broadcast }) {
  const { progress } = broadcast;
  return (
    <section aria-label="Progress">
      <h2>Progress</h2>
      {progress === null ? (
        <p>
          The recipients of this broadcast are no longer stored: they are deleted 90 days after the start.
        </p>
      ) : (
        <Shown broadcast={broadcast} progress={progress} />
      )}
    </section>
  );
}

type Props = { readonly broadcast: Broadcast; readonly progress: SendingProgress };

function Shown({ broadcast, progress }: Props) {
  const { counts, paused_at: pausedAt, paused_reason: reason } = progress;
  const { done, recipients } = doneOf(progress);
  // Until the recipients are complete, the API returns 0.
  const isCollecting = broadcast.state === 'in_flight' && broadcast.recipients === 0;
  const isPaused = broadcast.state === 'in_flight' && pausedAt !== null;
  return (
    <>
      {isPaused && (
        <Notice tone="warn">
          <output>
            <strong>Paused.</strong> {pauseSentence(reason)}
          </output>
        </Notice>
      )}
      <p>
        {isCollecting
          ? 'The recipients are being collected.'
          : `${countOf(done, 'recipient')} of ${numberOf(recipients)} with an outcome.`}{' '}
        {broadcast.state === 'in_flight' && !isPaused && !isCollecting && (
          <TimeLeft broadcast={broadcast} progress={progress} />
        )}
      </p>
      <ShareBar progress={progress} />
      <dl aria-label="Recipients by status">
        {STATUSES.map(([status, words]) => (
          <Fact key={status} name={<State name={status} words={words} />}>
            {counts[status] === 0 ? (
              0
            ) : (
              <a
                href={`${recipientsPath(broadcast.id)}?status=${status}`}
                aria-label={`${counts[status]} ${words}`}
              >
                {numberOf(counts[status])}
              </a>
            )}
          </Fact>
        ))}
      </dl>
      <p>
        <a href={recipientsPath(broadcast.id)}>Recipients with their outcome</a>
      </p>
      <Cost broadcast={broadcast} progress={progress} />
    </>
  );
}

/** The time until the last message is sent, if the pace stays the same. */
function TimeLeft({ broadcast: { sending }, progress }: Props) {
  const { done, recipients } = doneOf(progress);
  const left = recipients - done;
  const pace = usePace(done) ?? sending?.rate_per_second ?? undefined;
  if (left === 0 || pace === undefined) return null;
  return <>At this rate, the rest takes {durationInWords(left / pace)}, without quiet hours.</>;
}

function Cost({ broadcast: { sending }, progress: { cost } }: Props) {
  const budget = sending?.budget?.amount;
  const spent = dollars(cost.reserved);
  if (budget === undefined) return <p>Its messages cost {spent} so far. It has no budget.</p>;
  const text = `${spent} of the budget of ${dollars(budget)}`;
  return (
    <p>
      Its messages cost {text}.{' '}
      <meter
        max={Number(budget)}
        high={Number(budget) * 0.9}
        value={Number(cost.reserved)}
        aria-label={text}
      />
    </p>
  );
}

import { Megaphone } from 'lucide';
import { State } from '#console/parts/state.tsx';
import { type Broadcast, BROADCASTS, readBroadcast } from '#console/screens/broadcasts/broadcast-reads.ts';
import { stateSentence } from '#console/screens/broadcasts/broadcast-states.ts';
import { pauseSentence } from '#console/screens/broadcasts/sending/sending-words.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import { DAY_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { ProblemRow } from './problem-row.tsx';
import type { Found, Problem } from './problem.ts';

/** The first page of the list of broadcasts, which shares this read. */
const LIMIT = 50;
/** Only the broadcast itself says whether it is paused, so that this many are read. */
const MAX_RUNNING = 3;
/** A failed broadcast needs attention this long. */
const RECENT_MS = 7 * DAY_MS;

/** Broadcasts that are paused, that did not start at their time, or that have failed in the last days. */
export function useBroadcastProblems(): Found {
  const { session } = useSigned();
  const isAllowed = may(session, 'salesbot:broadcasts:read');
  const list = useAllowed(
    isAllowed,
    ['broadcasts', '{}'],
    () => bodyOf(session.api.GET(BROADCASTS, { params: { query: { limit: LIMIT, order: 'desc' } } })),
    MINUTE_MS,
  );
  const broadcasts = (list.data?.data ?? []).filter((each) => each.source === 'platform');
  const running = broadcasts.filter(isRunning).slice(0, MAX_RUNNING);
  const ids = running.map(({ id }) => id);
  const read = useAllowed(
    ids.length > 0,
    ['running-broadcasts', ...ids],
    () => Promise.all(ids.map((id) => readBroadcast(session, id))),
    MINUTE_MS,
  );
  const paused = (read.data ?? []).flatMap((each): Problem[] => {
    if (each.source !== 'platform' || !each.progress?.paused_at) return [];
    const sentence = pauseSentence(each.progress.paused_reason);
    return [problemOf(each, 'paused', sentence)];
  });
  const stopped = broadcasts
    .filter(hasStopped)
    .map((each) => problemOf(each, each.state === 'failed' ? 'failed' : 'held', stateSentence(each)));
  return { problems: [...paused, ...stopped], reads: [list] };
}

function problemOf(broadcast: Broadcast, state: string, sentence: string): Problem {
  const { id, name } = broadcast;
  const row = (
    <ProblemRow
      tone={state === 'failed' ? 'bad' : 'warn'}
      icon={Megaphone}
      title={
        <>
          <a href={`/console/broadcasts/${id}`}>
            <bdi>{name}</bdi>
          </a>{' '}
          <State name={state} />
        </>
      }
      actions={
        <a class="button" href={`/console/broadcasts/${id}`}>
          See the broadcast
        </a>
      }
    >
      <p>{sentence}</p>
    </ProblemRow>
  );
  return { id, kind: 'broadcast', row };
}

/** Whether the platform sends it now, so that it can be paused. */
function isRunning({ state, sender }: Broadcast): boolean {
  return state === 'in_flight' && sender === 'platform';
}

function hasStopped({ state, blocked_reason: blocked, updated_at: at }: Broadcast): boolean {
  if (state === 'scheduled') return blocked !== null;
  return state === 'failed' && Date.parse(at) >= Date.now() - RECENT_MS;
}

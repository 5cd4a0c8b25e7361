import { numberOf, percentOf } from '#console/parts/counted.ts';
import { Tile, Tiles } from '#console/parts/tiles.tsx';
import {
  type Days,
  milliseconds,
  type Metrics,
  useDays,
} from '#console/screens/webhooks/endpoint/metrics-reads.ts';

/** A figure that is not known, or that has no value. */
const NONE = '–';
/** Shares are compared with one decimal. */
const PERCENT = 100;

/** How all endpoints did in the last 24 hours. */
export function EndpointTiles() {
  const days = useDays().data;
  if (!days)
    return (
      <Tiles>
        {['Attempts, 24 hours', 'Succeeded', 'Duration, median', 'Waiting for a retry'].map((name) => (
          <Tile key={name} name={name} figure={NONE}>
            <span class="soft">{NONE}</span>
          </Tile>
        ))}
      </Tiles>
    );
  const { attempts, successes, p50_ms, p95_ms, waiting } = days.last;
  return (
    <Tiles>
      <Tile name="Attempts, 24 hours" figure={numberOf(attempts)}>
        {numberOf(days.before.attempts)} in the 24 hours before
      </Tile>
      <Tile name="Succeeded" figure={attempts === 0 ? NONE : percentOf(successes, attempts)}>
        <Comparison {...days} />
      </Tile>
      <Tile name="Duration, median" figure={p50_ms === null ? NONE : milliseconds(p50_ms)}>
        {p50_ms === null ? 'no attempts' : `95 % within about ${milliseconds(p95_ms)}`}
      </Tile>
      <Tile
        name="Waiting for a retry"
        figure={`${waiting.is_minimum ? 'at least ' : ''}${numberOf(waiting.deliveries)}`}
      >
        {waiting.deliveries === 1 ? 'delivery' : 'deliveries'}
      </Tile>
    </Tiles>
  );
}

/** How the share of successful attempts has changed since the day before. */
function Comparison({ last, before }: Days) {
  if (last.attempts === 0) return <>no attempts</>;
  const failed = `${numberOf(last.attempts - last.successes)} failed`;
  if (before.attempts === 0) return <>{failed}</>;
  const points = Math.round((shareOf(last) - shareOf(before)) * 10) / 10;
  return (
    <>
      {failed},{' '}
      <span class={points < 0 ? 'bad-text' : undefined}>
        {points > 0 ? '+' : ''}
        {points} points
      </span>{' '}
      against the day before
    </>
  );
}

function shareOf({ attempts, successes }: Pick<Metrics, 'attempts' | 'successes'>): number {
  return (successes / attempts) * PERCENT;
}

import type { components } from '#clients/typescript/schema.d.ts';

const WIDTH = 600;
const HEIGHT = 36;
const MARGIN = 12;

/** The attempts on a time axis, with the planned one. The list below has the same as text. */
export function AttemptAxis({
  attempts,
  next,
}: {
  readonly attempts: components['schemas']['Delivery']['attempts'];
  readonly next: string | null;
}) {
  const first = attempts[0];
  if (!first) return null;
  const start = Date.parse(first.started_at);
  const times = attempts.map(({ started_at }) => Date.parse(started_at));
  const end = Math.max(...times, next === null ? 0 : Date.parse(next), start + 1000);
  // The pauses between attempts grow from seconds to hours: a linear axis would show the first attempts as one point.
  const place = (at: number): number =>
    MARGIN + ((WIDTH - 2 * MARGIN) * Math.log1p((at - start) / 1000)) / Math.log1p((end - start) / 1000);
  const planned = next === null ? '' : ' and the next one';
  return (
    <svg
      class="axis"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${attempts.length} attempts${planned} on a logarithmic time axis`}
    >
      <line x1={MARGIN} x2={WIDTH - MARGIN} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {attempts.map(({ number, outcome, started_at }) => (
        <circle
          key={number}
          class={outcome === 'success' ? 'succeeded' : 'failed'}
          cx={place(Date.parse(started_at))}
          cy={HEIGHT / 2}
          r="7"
        />
      ))}
      {next !== null && <circle class="planned" cx={place(Date.parse(next))} cy={HEIGHT / 2} r="7" />}
    </svg>
  );
}

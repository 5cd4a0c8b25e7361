import { countOf } from '#console/parts/counted.ts';
import type { SendingProgress } from './sending/sending-words.ts';
import { doneOf } from './sending/sending-words.ts';

const WIDTH = 100;
const HEIGHT = 8;

/** One bar of all recipients: those who got the message, failed ones and unknown ones. The list beside the bar has the same numbers as text. */
export function ShareBar({ progress }: { readonly progress: SendingProgress }) {
  const { sent, delivered, read, failed, unknown } = progress.counts;
  const { done, recipients } = doneOf(progress);
  const parts = [
    ['succeeded', sent + delivered + read],
    ['failed', failed],
    ['counted', unknown],
  ] as const;
  let left = 0;
  return (
    <svg
      class="bars share"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${countOf(done, 'recipient')} of ${recipients} with an outcome`}
    >
      {parts.map(([name, count]) => {
        const width = recipients === 0 ? 0 : (count / recipients) * WIDTH;
        const x = left;
        left += width;
        return width === 0 ? null : (
          <rect key={name} class={name} x={x} y={0} width={width} height={HEIGHT} />
        );
      })}
    </svg>
  );
}

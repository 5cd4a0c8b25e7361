const WIDTH = 112;
const HEIGHT = 24;
const GAP = 1;

/** What went well and what failed in each step, as bars without axes. `label` says what they show; words beside them say the sums. */
export function Sparkline({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly { readonly key: string; readonly good: number; readonly bad: number }[];
}) {
  const highest = Math.max(1, ...steps.map(({ good, bad }) => good + bad));
  const width = WIDTH / Math.max(1, steps.length);
  const heightOf = (value: number) => (value / highest) * HEIGHT;
  return (
    <svg
      class="mini"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {steps.map(({ key, good, bad }, index) => {
        const place = { x: index * width, width: width - GAP };
        // A step without anything has a mark too, so that time is visible.
        if (good + bad === 0) return <rect key={key} class="none" {...place} y={HEIGHT - GAP} height={GAP} />;
        return (
          <g key={key}>
            <rect class="mark-1" {...place} y={HEIGHT - heightOf(good)} height={heightOf(good)} />
            <rect class="mark-bad" {...place} y={HEIGHT - heightOf(good + bad)} height={heightOf(bad)} />
          </g>
        );
      })}
    </svg>
  );
}

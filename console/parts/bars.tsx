/** One bar: its parts from the bottom to the top, each a class name and a value. */
export type Bar = {
  readonly key: string;
  readonly parts: readonly (readonly [name: 'succeeded' | 'failed' | 'took' | 'counted', value: number])[];
};

const STEP = 10;
const WIDTH = 8;
const HEIGHT = 100;

/** A bar chart. `label` says what it shows; a table or a sentence beside it has the same as text. */
export function Bars({
  label,
  bars,
  small = false,
}: {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Whether the chart is part of a card. */
  readonly small?: boolean;
}) {
  const highest = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, [, value]) => sum + value, 0)));
  return (
    <svg
      class={small ? 'bars small' : 'bars'}
      viewBox={`0 0 ${Math.max(1, bars.length) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(({ key, parts }, index) => {
        let top = HEIGHT;
        return parts.map(([name, value]) => {
          const height = (value / highest) * HEIGHT;
          top -= height;
          return value === 0 ? null : (
            <rect
              key={`${key} ${name}`}
              class={name}
              x={index * STEP}
              y={top}
              width={WIDTH}
              height={height}
            />
          );
        });
      })}
    </svg>
  );
}

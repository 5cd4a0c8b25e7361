import { ticks } from 'd3-array';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

/** One row of values, one for each step. `mark` is its colour: failures are always `bad`. */
export type Series = {
  readonly name: string;
  readonly mark: 'mark-1' | 'mark-2' | 'mark-bad' | 'mark-before';
  /** Null: nothing was measured in the step. A line has a gap there. */
  readonly values: readonly (number | null)[];
};

type Props = {
  readonly title: string;
  /** What the chart shows, as a sentence that says where the numbers are. */
  readonly label: string;
  /** Bars stand on each other. Lines have the first row filled. */
  readonly as: 'bars' | 'lines';
  readonly series: readonly Series[];
  /** The names of the steps, for the axis and for the tooltip. */
  readonly steps: readonly { readonly short: string; readonly long: string }[];
  /** A value as text. */
  readonly textOf?: (value: number) => string;
  /** What changes the chart, such as its time range, beside the title. */
  readonly controls?: ComponentChildren;
  /** The numbers as a table, below the chart. */
  readonly children?: ComponentChildren;
};

const GRID_LINES = 3;
const STEPS_WITH_NAME = 5;
const SIZE = 100;
/** The part of a step that is empty between two bars. */
const BAR_GAP = 0.22;

/** A chart with axes. Its tooltip follows the pointer, and the keys Left and Right while the chart has the focus; screen readers say it then. */
export function Chart({ title, label, as, series, steps, textOf = String, controls, children }: Props) {
  const id = useId();
  const [at, setAt] = useState<number>();
  const [isByKey, setByKey] = useState(false);
  const highest = highestOf(as, series);
  const lines = ticks(0, Math.max(1, highest), GRID_LINES).filter(Number.isInteger);
  const top = Math.max(highest, lines.at(-1) ?? 1);
  const last = steps.length - 1;
  const shown = at === undefined ? undefined : steps[at];

  function onKeyDown(event: KeyboardEvent): void {
    const moved = moveOf(event.key, at, last);
    if (moved === undefined) return;
    event.preventDefault();
    setByKey(true);
    setAt(moved);
  }

  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{title}</strong>
        {series.length > 1 && <Legend series={series} />}
        {controls}
      </figcaption>
      <div class="plot">
        <div class="y-axis" aria-hidden="true">
          {/* It gives the axis its width. */}
          <div>{textOf(lines.at(-1) ?? 0)}</div>
          {lines.toReversed().map((value) => (
            <span key={value} style={{ insetBlockEnd: `${(value / top) * SIZE}%` }}>
              {textOf(value)}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys read the chart, and the table has the same */}
        <div
          class="plot-area"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains elements
          role="img"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must be reachable by keyboard
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => setAt(undefined)}
          onMouseLeave={() => setAt(undefined)}
        >
          <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
            {lines.map((value) => (
              <line
                key={value}
                class={value === 0 ? 'grid base' : 'grid'}
                x1={0}
                x2={SIZE}
                y1={SIZE - (value / top) * SIZE}
                y2={SIZE - (value / top) * SIZE}
              />
            ))}
            {as === 'bars' ? <BarMarks series={series} top={top} /> : <LineMarks series={series} top={top} />}
            {steps.map(({ long }, index) => (
              <rect
                key={long}
                class={index === at ? 'hit on' : 'hit'}
                x={(index / steps.length) * SIZE}
                y={0}
                width={SIZE / steps.length}
                height={SIZE}
                onMouseEnter={() => {
                  setByKey(false);
                  setAt(index);
                }}
              />
            ))}
          </svg>
          {at !== undefined && shown && (
            <Tip
              title={shown.long}
              left={((at + 0.5) / steps.length) * SIZE}
              rows={series.map(({ name, mark, values }) => ({
                name,
                mark,
                text: valueText(values[at], textOf),
              }))}
            />
          )}
        </div>
        <div class="x-axis" aria-hidden="true">
          {named(steps).map(({ short, place }) => (
            <span key={place} style={{ left: `${place * SIZE}%` }}>
              {short}
            </span>
          ))}
        </div>
      </div>
      <output class="spoken">
        {isByKey &&
          at !== undefined &&
          shown &&
          `${shown.long}: ${series.map(({ name, values }) => `${name} ${valueText(values[at], textOf)}`).join(', ')}`}
      </output>
      {children}
    </figure>
  );
}

function Legend({ series }: Pick<Props, 'series'>) {
  return (
    <span class="legend">
      {series.map(({ name, mark }) => (
        <span key={name}>
          <i class={`swatch ${mark}`} />
          {name}
        </span>
      ))}
    </span>
  );
}

type MarksProps = Pick<Props, 'series'> & {
  /** The value at the top of the chart. */
  readonly top: number;
};

function BarMarks({ series, top }: MarksProps) {
  const width = SIZE / (series[0]?.values.length ?? 1);
  return series.map(({ name, mark, values }, order) =>
    values.map((found, index) => {
      const value = found ?? 0;
      const below = series.slice(0, order).reduce((sum, each) => sum + (each.values[index] ?? 0), 0);
      return value === 0 ? null : (
        <rect
          key={`${name} ${index}`}
          class={mark}
          x={(index + BAR_GAP / 2) * width}
          y={SIZE - ((below + value) / top) * SIZE}
          width={width * (1 - BAR_GAP)}
          height={(value / top) * SIZE}
        />
      );
    }),
  );
}

function LineMarks({ series, top }: MarksProps) {
  return series.map(({ name, mark, values }, order) => {
    const width = SIZE / values.length;
    return (
      <g key={name}>
        {runsOf(values).map((run) => {
          const points = run.map(
            ({ index, value }) => `${(index + 0.5) * width} ${SIZE - (value / top) * SIZE}`,
          );
          const from = ((run[0]?.index ?? 0) + 0.5) * width;
          const to = ((run.at(-1)?.index ?? 0) + 0.5) * width;
          return (
            <g key={from}>
              {order === 0 && (
                <path class="area" d={`M${from} ${SIZE} L${points.join(' L')} L${to} ${SIZE}Z`} />
              )}
              {/* A step alone is a dot: a line without a length has round ends. */}
              <path class={`line ${mark}`} d={`M${points.join(' L')}${run.length === 1 ? 'h0' : ''}`} />
            </g>
          );
        })}
      </g>
    );
  });
}

function Tip({
  title,
  left,
  rows,
}: {
  readonly title: string;
  /** The place of its step in percent of the width. */
  readonly left: number;
  readonly rows: readonly { readonly name: string; readonly mark: string; readonly text: string }[];
}) {
  const side =
    left > SIZE / 2 ? { right: `calc(${SIZE - left}% + 1rem)` } : { left: `calc(${left}% + 1rem)` };
  return (
    <div class="tip" aria-hidden="true" style={side}>
      <b>{title}</b>
      {rows.map(({ name, mark, text }) => (
        <span key={name}>
          <i class={`swatch ${mark}`} />
          {name} <b>{text}</b>
        </span>
      ))}
    </div>
  );
}

/** The measured steps, divided where nothing was measured. */
function runsOf(values: Series['values']): readonly { readonly index: number; readonly value: number }[][] {
  const runs: { index: number; value: number }[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1)?.index === index - 1) last.push({ index, value });
    else runs.push([{ index, value }]);
  }
  return runs;
}

function valueText(value: number | null | undefined, textOf: (value: number) => string): string {
  return value === null || value === undefined ? 'none' : textOf(value);
}

function highestOf(as: Props['as'], series: readonly Series[]): number {
  if (as === 'lines')
    return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const sums = series[0]?.values.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  return Math.max(0, ...(sums ?? []));
}

/** The step that a key moves to; undefined for a key without a meaning. */
function moveOf(key: string, at: number | undefined, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  // Time runs from left to right in every script.
  if (key === 'ArrowRight') return at === undefined ? 0 : Math.min(last, at + 1);
  if (key === 'ArrowLeft') return at === undefined ? last : Math.max(0, at - 1);
  return undefined;
}

/** The steps whose name the axis shows, with their place between 0 and 1. */
function named(steps: Props['steps']): readonly { readonly short: string; readonly place: number }[] {
  const every = Math.ceil(steps.length / STEPS_WITH_NAME);
  return steps.flatMap(({ short }, index) =>
    index % every === 0 ? [{ short, place: (index + 0.5) / steps.length }] : [],
  );
}

import type { ComponentChildren } from 'preact';
import { Chart } from '#console/parts/charts/chart.tsx';
import { useSigned } from '#console/session/context.ts';
import { type ChartStep, RANGES, together } from './metrics-ranges.ts';
import type { Metrics, MetricsStep } from './metrics-reads.ts';

/** The attempts of each step, by how they ended. */
export function AttemptsChart({
  metrics,
  controls,
  children,
}: {
  readonly metrics: Metrics;
  readonly controls?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const { steps, names } = useChartSteps(metrics);
  return (
    <Chart
      title="Attempts"
      label="Attempts of each step. The table below has the numbers."
      as="bars"
      steps={names}
      series={[
        { name: 'succeeded', mark: 'mark-1', values: steps.map((each) => each.successes) },
        { name: 'failed', mark: 'mark-bad', values: steps.map((each) => each.attempts - each.successes) },
      ]}
      controls={controls}
    >
      {children}
    </Chart>
  );
}

/** The steps of a chart with their names. */
export function useChartSteps({ step, steps }: Metrics): {
  readonly steps: readonly ChartStep[];
  readonly names: readonly { readonly short: string; readonly long: string }[];
} {
  const { timeFormat, session } = useSigned();
  const shown = together(steps, RANGES[step].together);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: session.me.workspace.timezone,
    ...SHORT[step],
  });
  const names = shown.map(({ start }) => ({
    short: format.format(new Date(start)),
    long: timeFormat.format(new Date(start)),
  }));
  return { steps: shown, names };
}

const SHORT: Readonly<Record<MetricsStep, Intl.DateTimeFormatOptions>> = {
  '5m': { timeStyle: 'short' },
  '1h': { day: 'numeric', month: 'short' },
  '1d': { day: 'numeric', month: 'short' },
};

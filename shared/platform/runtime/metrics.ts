import { MetricUnit, Metrics as StoredMetrics } from '@aws-lambda-powertools/metrics';
import {
  METRICS,
  type DeliveryOutcome,
  type MetricName,
  type MetricProvider,
  type PublishOutcome,
} from './metric-catalogue.ts';

/** Values of dimensions. Each is one of a few words, so that the compiler refuses ids. */
export type DimensionValues = {
  readonly outcome?: DeliveryOutcome | PublishOutcome;
  readonly provider?: MetricProvider;
};

/** Counts and measures of one function. Adding is free of effects until `flush`, which every invocation ends with. */
export interface Metrics {
  /** Adds a value to a metric, in its unit. `values` has to have the dimensions that the metric is kept by. */
  add(name: MetricName, value: number, values?: DimensionValues): void;
  /** Writes what was added since. */
  flush(): void;
}

/** So many values may one metric of a document have (embedded metric format specification). */
const MAX_VALUES = 100;

const UNITS = {
  Count: MetricUnit.Count,
  None: MetricUnit.NoUnit,
  Milliseconds: MetricUnit.Milliseconds,
  Seconds: MetricUnit.Seconds,
} as const;

type Meter = { readonly stored: StoredMetrics; values: number };

/**
 * Metrics as lines of the embedded metric format, which CloudWatch reads out of the function's log: no request, no time spent.
 * One line per metric and combination of dimensions, not one per value, because log lines are paid for. `write` takes a line.
 */
export function createMetrics(namespace: string, write: (line: string) => void): Metrics {
  const meters = new Map<string, Meter>();

  function meterOf(name: MetricName, values: DimensionValues): Meter {
    const key = JSON.stringify([name, values.outcome, values.provider]);
    const known = meters.get(key);
    if (known) return known;
    const stored = new StoredMetrics({
      namespace,
      serviceName: METRICS[name].service,
      defaultDimensions: { ...values },
    });
    const meter = { stored, values: 0 };
    meters.set(key, meter);
    return meter;
  }

  function flushMeter(meter: Meter): void {
    if (meter.values === 0) return;
    write(JSON.stringify(meter.stored.serializeMetrics()));
    meter.stored.clearMetrics();
    meter.values = 0;
  }

  return {
    add(name, value, values = {}) {
      const meter = meterOf(name, values);
      meter.stored.addMetric(name, UNITS[METRICS[name].unit], value);
      meter.values += 1;
      // The library would write a full document by itself, to a place of its own.
      if (meter.values === MAX_VALUES - 1) flushMeter(meter);
    },

    flush() {
      for (const meter of meters.values()) flushMeter(meter);
    },
  };
}

/** Writes a line where Lambda reads it. Not by `console`, to which Lambda adds a time and a level that break the format. */
export function writeToLog(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A handler whose metrics are written when an invocation ends, however it ends. */
export function flushing<Event, Result>(
  metrics: Pick<Metrics, 'flush'>,
  handler: (event: Event) => Promise<Result>,
): (event: Event) => Promise<Result> {
  return async (event) => {
    try {
      return await handler(event);
    } finally {
      metrics.flush();
    }
  };
}

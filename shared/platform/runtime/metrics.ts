import { MetricUnit, Metrics as StoredMetrics } from '@aws-lambda-powertools/metrics';
import {
  METRICS,
  type DeliveryOutcome,
  type MetricName,
  type MetricProvider,
  type PublishOutcome,
} from './metric-catalogue.ts';

/** Values of dimensions. Each is one of a few literals, so that the compiler rejects ids. */
export type DimensionValues = {
  readonly outcome?: DeliveryOutcome | PublishOutcome;
  readonly provider?: MetricProvider;
};

/** Metrics of one function. Adding has no effect until `flush`, which every invocation ends with. */
export interface Metrics {
  /** Adds a value to a metric, in its unit. `values` must contain the dimensions of the metric. */
  add(name: MetricName, value: number, values?: DimensionValues): void;
  /** Writes what was added since the last flush. */
  flush(): void;
}

/** Maximum number of values of one metric in one document (embedded metric format specification). */
const MAX_VALUES = 100;

const UNITS = {
  Count: MetricUnit.Count,
  None: MetricUnit.NoUnit,
  Milliseconds: MetricUnit.Milliseconds,
  Seconds: MetricUnit.Seconds,
} as const;

type Meter = { readonly stored: StoredMetrics; values: number };

/**
 * Metrics in the embedded metric format, which CloudWatch extracts from the function's log without a request. There is one line
 * per metric and combination of dimensions, not per value, because log lines cost money. `write` writes a line.
 */
export function createMetrics(namespace: string, write: (line: string) => void): Metrics {
  const meters = new Map<string, Meter>();

  function getMeter(name: MetricName, values: DimensionValues): Meter {
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
      const meter = getMeter(name, values);
      meter.stored.addMetric(name, UNITS[METRICS[name].unit], value);
      meter.values += 1;
      // At 100 values the library would print the document itself, bypassing `write`.
      if (meter.values === MAX_VALUES - 1) flushMeter(meter);
    },

    flush() {
      for (const meter of meters.values()) flushMeter(meter);
    },
  };
}

/** Wraps a handler so that its metrics are flushed when an invocation ends, also by an error. */
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

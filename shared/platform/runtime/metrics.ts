import type { DimensionValues, Metric } from '#shared/platform/core/metric.ts';
import type { Middleware } from './middleware.ts';

/** Metrics of one function. Adding has no effect until `flush`, which every invocation ends with. */
export type Metrics = {
  /** Adds a value to a metric, in its unit. `values` must contain the dimensions of the metric. */
  add<V extends DimensionValues>(metric: Metric<V>, value: number, values?: NoInfer<V>): void;
  /** Writes what was added since the last flush. */
  flush(): void;
};

/** One less than the maximum number of values of one metric in one document (embedded metric format specification). */
const MAX_VALUES = 99;

type Named = Pick<Metric, 'name' | 'service' | 'unit'>;
type Meter = { readonly metric: Named; readonly dimensions: DimensionValues; values: number[] };

/**
 * Metrics in the embedded metric format, which CloudWatch extracts from the function's log without a request. There is one line
 * per metric and combination of dimensions, not per value, because log lines cost money. `write` writes a line.
 */
export function createMetrics(namespace: string, write: (line: string) => void): Metrics {
  const meters = new Map<string, Meter>();

  function meterOf(metric: Named, dimensions: DimensionValues): Meter {
    const key = JSON.stringify([metric.name, dimensions.outcome, dimensions.provider, dimensions.scan]);
    const known = meters.get(key) ?? { metric, dimensions, values: [] };
    meters.set(key, known);
    return known;
  }

  function flushMeter(meter: Meter): void {
    if (meter.values.length === 0) return;
    write(JSON.stringify(documentOf(namespace, meter)));
    meter.values = [];
  }

  return {
    add(metric, value, values) {
      const meter = meterOf(metric, values ?? {});
      meter.values.push(value);
      if (meter.values.length === MAX_VALUES) flushMeter(meter);
    },

    flush() {
      for (const meter of meters.values()) flushMeter(meter);
    },
  };
}

function documentOf(namespace: string, { metric, dimensions, values }: Meter) {
  const { name, service, unit } = metric;
  const properties = { service, ...dimensions };
  const directive = {
    Namespace: namespace,
    Dimensions: [Object.keys(properties)],
    Metrics: [{ Name: name, Unit: unit }],
  };
  return {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] },
    ...properties,
    [name]: values.length === 1 ? values[0] : values,
  };
}

/** Writes the metrics of an invocation when it ends, also by an error. */
export function flushMetrics(metrics: Pick<Metrics, 'flush'>): Middleware<unknown, unknown> {
  const flush = (): undefined => {
    metrics.flush();
  };
  return { after: flush, onError: flush };
}

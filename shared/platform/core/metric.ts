/**
 * Dimensions of custom metrics. Each combination of values is a separate metric at $0.30 a month, so their number must not
 * grow with customers: ids of workspaces, endpoints or deliveries belong in log lines.
 */
export const DIMENSIONS = ['service', 'outcome', 'provider', 'scan'] as const;

export type Dimension = Exclude<(typeof DIMENSIONS)[number], 'service'>;

/** A value of each dimension of a metric. */
export type DimensionValues = { readonly [D in Dimension]?: string };

/** A custom metric. Each product has its own in its `metrics.ts`. */
export type Metric<Values extends DimensionValues = DimensionValues> = {
  /** The name in CloudWatch. */
  readonly name: string;
  /** The function that emits it. */
  readonly service: string;
  /** Counts are summed before they are written; all other units are written value by value. */
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  /** The dimensions in addition to `service`, with all their values, so that the compiler rejects ids. */
  readonly by: { readonly [D in keyof Values]: readonly Values[D][] };
};

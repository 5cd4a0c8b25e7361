import * as v from 'valibot';
import { LocalError } from '#local/local-error.ts';
import { functionOfArn } from './function-of-arn.ts';
import type { MappingDescription } from './platform.ts';

const mappingProperties = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  BatchSize: v.optional(v.number()),
  FilterCriteria: v.optional(v.object({ Filters: v.array(v.object({ Pattern: v.string() })) })),
  FunctionResponseTypes: v.optional(v.array(v.string()), []),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() })),
  BisectBatchOnFunctionError: v.optional(v.boolean(), false),
  MaximumRetryAttempts: v.optional(v.number(), -1),
  MaximumRecordAgeInSeconds: v.optional(v.number(), -1),
});

/** Concurrency of a mapping without a limit: the default of Lambda is too high for one machine. */
const DEFAULT_CONCURRENCY = 5;

/** Reads an event source mapping of a queue or of a table stream. */
export function readMapping(
  id: string,
  read: (schema: typeof mappingProperties) => v.InferOutput<typeof mappingProperties>,
): MappingDescription {
  const mapping = read(mappingProperties);
  const filters = mapping.FilterCriteria?.Filters.map((filter) => filter.Pattern) ?? [];
  const base = {
    id,
    functionName: functionOfArn(mapping.FunctionName),
    sourceArn: mapping.EventSourceArn,
    reportsItemFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
  };
  const table = /:table\/([^/]+)\/stream\//.exec(mapping.EventSourceArn)?.[1];
  if (table !== undefined)
    return {
      ...base,
      kind: 'stream',
      tableName: table,
      batchSize: mapping.BatchSize ?? 100,
      filters,
      bisect: mapping.BisectBatchOnFunctionError,
      maximumRetries: mapping.MaximumRetryAttempts,
      maximumAgeSeconds: mapping.MaximumRecordAgeInSeconds,
    };
  const queue = /^arn:aws:sqs:[^:]*:[^:]*:(.+)$/.exec(mapping.EventSourceArn)?.[1];
  if (queue === undefined)
    throw new LocalError(
      `event source mapping ${id}: the local stack cannot read from ${mapping.EventSourceArn}`,
    );
  if (filters.length > 0)
    throw new LocalError(`event source mapping ${id}: filters on queues are not supported`);
  return {
    ...base,
    kind: 'queue',
    queueName: queue,
    batchSize: mapping.BatchSize ?? 10,
    maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
  };
}

/** Namespace of the metrics that the functions of a stage write. */
export function metricsNamespace(stage: string): string {
  return `workspace-${stage}`;
}

/**
 * Counts the failures of each function: 5xx responses, failed messages, failed batches. Each line of the level ERROR is one. Its only
 * dimension is `operation`, the name of the function, and nothing is written while a function works.
 */
export const FAILED = { name: 'Failed', dimension: 'operation' } as const;

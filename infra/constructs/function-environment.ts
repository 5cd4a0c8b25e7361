/**
 * Every environment variable that a deployed function may have. The list is closed on purpose: `WEBHOOK_ALLOWED_HOSTS` would
 * allow non-public receivers and exists in the local stack only.
 */
export const ENVIRONMENT_NAMES = [
  'STAGE',
  'POWERTOOLS_LOG_LEVEL',
  'POWERTOOLS_SERVICE_NAME',
  'POWERTOOLS_METRICS_NAMESPACE',
  'CORE_TABLE',
  'DELIVERY_TABLE',
  'DELIVERY_QUEUE_URL',
  'DELIVERY_QUEUE_ARN',
  'QUARANTINED_EVENTS_QUEUE_URL',
  'SLOW_QUEUE_URL',
  'RECOVERY_QUEUE_URL',
  'RELEASE_QUEUE_URL',
  'RECOMPUTE_QUEUE_URL',
  'RECOMPUTE_QUEUE_ARN',
  'RECOMPUTE_DEAD_LETTER_ARN',
  'PUBLISH_QUEUE_URL',
  'PUBLISH_QUEUE_ARN',
  'PUBLISH_DEAD_LETTER_ARN',
  'BROADCAST_QUEUE_URL',
  'BROADCAST_QUEUE_ARN',
  'BROADCAST_DEAD_LETTER_ARN',
  'QUARANTINED_CHANGES_QUEUE_URL',
  'DUE_SCHEDULE_GROUP',
  'DUE_SCHEDULE_ROLE_ARN',
  'SECRET_KEY_ID',
  'MEDIA_BUCKET',
  'RETRY_SCHEDULE_GROUP',
  'RETRY_SCHEDULE_ROLE_ARN',
  'RETRY_DEAD_LETTER_ARN',
  'RETRY_DELAYS',
  'QUEUE_DELAY_LIMIT',
  'DEFER_SECONDS',
  'PROBE_SECONDS',
  'SWEEP_QUEUE_LIMIT',
  'API_HOSTS',
  'PAGE_HOST',
] as const;

export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/** Variables of one function; values may be CDK tokens. */
export type FunctionEnvironment = { readonly [Name in EnvironmentName]?: string };

const allowed: ReadonlySet<string> = new Set(ENVIRONMENT_NAMES);

/** Names outside the closed list, in the order given. */
export function forbiddenNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => !allowed.has(name));
}

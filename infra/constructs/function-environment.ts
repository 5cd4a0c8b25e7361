/**
 * Every environment variable a deployed function may have. The list is closed on purpose: `WEBHOOK_ALLOWED_HOSTS` would open
 * a way to non-public receivers and exists in the local stack only.
 */
export const ENVIRONMENT_NAMES = [
  'STAGE',
  'POWERTOOLS_LOG_LEVEL',
  'POWERTOOLS_SERVICE_NAME',
  'CORE_TABLE',
  'DELIVERY_TABLE',
  'DELIVERY_QUEUE_URL',
  'DELIVERY_QUEUE_ARN',
  'PARKED_EVENTS_QUEUE_URL',
  'SLOW_QUEUE_URL',
  'RECOVERY_QUEUE_URL',
  'RELEASE_QUEUE_URL',
  'SECRET_KEY_ID',
  'RETRY_SCHEDULE_GROUP',
  'RETRY_SCHEDULE_ROLE_ARN',
  'RETRY_DEAD_LETTER_ARN',
  'RETRY_DELAYS',
  'QUEUE_DELAY_LIMIT',
  'PARK_SECONDS',
  'PROBE_SECONDS',
  'SWEEP_QUEUE_LIMIT',
  'API_HOSTS',
  'PAGE_HOST',
] as const;

export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/** Variables of one function; values may be tokens. */
export type FunctionEnvironment = { readonly [Name in EnvironmentName]?: string };

const allowed: ReadonlySet<string> = new Set(ENVIRONMENT_NAMES);

/** Names outside the closed list, in the order given. */
export function forbiddenNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => !allowed.has(name));
}

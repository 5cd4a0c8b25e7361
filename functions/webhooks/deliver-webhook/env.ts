import * as v from 'valibot';
import { baseEnv, count, list, retryDelays, text, waitSeconds } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  DELIVERY_TABLE: text,
  SECRET_KEY_ID: text,
  DELIVERY_QUEUE_URL: text,
  DELIVERY_QUEUE_ARN: text,
  SLOW_QUEUE_URL: text,
  RELEASE_QUEUE_URL: text,
  NOTIFICATION_QUEUE_URL: text,
  RETRY_SCHEDULE_GROUP: text,
  RETRY_SCHEDULE_ROLE_ARN: text,
  RETRY_DEAD_LETTER_ARN: text,
  RETRY_DELAYS: retryDelays,
  QUEUE_DELAY_LIMIT: count,
  DEFER_SECONDS: waitSeconds,
  PROBE_SECONDS: waitSeconds,
  API_HOSTS: list,
  POWERTOOLS_METRICS_NAMESPACE: text,
  // Set only by the local stack; no template contains it.
  WEBHOOK_ALLOWED_HOSTS: list,
});

export type Env = v.InferOutput<typeof envSchema>;

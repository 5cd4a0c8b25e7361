import * as v from 'valibot';
import { baseEnv, count, list, retryDelays, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  DELIVERY_TABLE: text,
  SECRET_KEY_ID: text,
  NOTIFICATION_QUEUE_URL: text,
  RETRY_DELAYS: retryDelays,
  QUEUE_DELAY_LIMIT: count,
  API_HOSTS: list,
  // Set only by the local stack; no template contains it.
  WEBHOOK_ALLOWED_HOSTS: list,
});

export type Env = v.InferOutput<typeof envSchema>;

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
  NOTIFICATION_SENDER: text,
  NOTIFICATION_CONFIGURATION_SET: v.optional(v.string(), ''),
  // Set by Lambda; the endpoint by the local stack.
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: v.optional(text),
  AWS_ENDPOINT_URL_SESV2: v.optional(text),
  // Set only by the local stack; no template contains it.
  WEBHOOK_ALLOWED_HOSTS: list,
});

export type Env = v.InferOutput<typeof envSchema>;

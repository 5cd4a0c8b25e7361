import * as v from 'valibot';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  DELIVERY_TABLE: text,
  DELIVERY_QUEUE_URL: text,
  QUARANTINED_EVENTS_QUEUE_URL: text,
  RECOVERY_QUEUE_URL: text,
  NOTIFICATION_QUEUE_URL: text,
});

export type Env = v.InferOutput<typeof envSchema>;

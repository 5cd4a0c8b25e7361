import * as v from 'valibot';
import { baseEnv, count, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  DELIVERY_TABLE: text,
  DELIVERY_QUEUE_URL: text,
  SLOW_QUEUE_URL: text,
  NOTIFICATION_QUEUE_URL: text,
  SWEEP_QUEUE_LIMIT: count,
});

export type Env = v.InferOutput<typeof envSchema>;

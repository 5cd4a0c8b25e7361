import * as v from 'valibot';
import { baseEnv, text, waitSeconds } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  DELIVERY_TABLE: text,
  DELIVERY_QUEUE_URL: text,
  SLOW_QUEUE_URL: text,
  RELEASE_QUEUE_URL: text,
  PROBE_SECONDS: waitSeconds,
});

export type Env = v.InferOutput<typeof envSchema>;

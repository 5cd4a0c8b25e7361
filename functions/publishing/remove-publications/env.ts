import * as v from 'valibot';
import { baseEnv, list, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  SECRET_KEY_ID: text,
  API_HOSTS: list,
  OAUTH_APPS: text,
  // Set only by the local stack; no template contains them.
  WEBHOOK_ALLOWED_HOSTS: list,
  NETWORK_ORIGINS: list,
});

export type Env = v.InferOutput<typeof envSchema>;

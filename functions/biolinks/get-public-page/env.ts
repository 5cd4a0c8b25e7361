import * as v from 'valibot';
import { baseEnv, list, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({
  ...baseEnv,
  CORE_TABLE: text,
  SECRET_KEY_ID: text,
  PAGE_HOST: text,
  API_HOSTS: list,
});

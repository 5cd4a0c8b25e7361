import * as v from 'valibot';
import { baseEnv, text } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object({ ...baseEnv, CORE_TABLE: text });

export type Env = v.InferOutput<typeof envSchema>;

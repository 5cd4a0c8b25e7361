import * as v from 'valibot';
import { baseEnv } from '#shared/platform/runtime/env.ts';

export const envSchema = v.object(baseEnv);

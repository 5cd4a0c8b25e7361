import * as v from 'valibot';
import { text } from '#shared/platform/runtime/env.ts';

/**
 * Variables of a function that works with files. The stack gives the bucket; region and credentials are Lambda's own, the
 * same for as long as an instance lives. The endpoint is set on a developer's machine only.
 */
export const fileStoreEnv = {
  MEDIA_BUCKET: text,
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: v.optional(text),
  AWS_ENDPOINT_URL_S3: v.optional(text),
};

const settings = v.object(fileStoreEnv);

export type FileStoreSettings = v.InferOutput<typeof settings>;

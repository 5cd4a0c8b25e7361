import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the pixels of the workspace. */
export const PIXELS_READ = keyWith('biolinks:pixels:read');

/** Adding and removing pixels. */
export const PIXELS_WRITE = keyWith('biolinks:pixels:write');

export const pixelParameter = {
  form: 'uuid',
  notFound: biolinksErrors.pixel_not_found,
} as const satisfies PathParameter;

import * as filesErrors from '#shared/files/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy } from '#shared/platform/http/load-resource.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the media library and its files. */
export const MEDIA_READ = keyWith('publishing:media:read');

/** Uploading, describing and deleting files. */
export const MEDIA_WRITE = keyWith('publishing:media:write');

/** URLs accept both ids of files (docs/specification.md#two-ids). */
export const mediaParameter = {
  form: 'uuid-or-integer',
  notFound: filesErrors.media_not_found,
} as const satisfies PathParameter;

/** Finds the file of the path. @throws PlatformError `media_not_found` */
export const loadMedia = loadBy('media', mediaParameter);

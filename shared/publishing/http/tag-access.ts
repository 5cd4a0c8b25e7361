import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy } from '#shared/platform/http/load-resource.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';

/** Reading the tags of the workspace. */
export const TAGS_READ = keyWith('publishing:tags:read');

/** Adding, changing and deleting tags. */
export const TAGS_WRITE = keyWith('publishing:tags:write');

/** URLs accept both ids of tags (docs/specification.md#two-ids). */
export const tagParameter = {
  form: 'uuid-or-integer',
  notFound: publishingErrors.tag_not_found,
} as const satisfies PathParameter;

/** Finds the tag of the path. @throws PlatformError `tag_not_found` */
export const loadTag = loadBy('tag', tagParameter);

import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { TagReader } from '#shared/publishing/ports/account-store.ts';

/** Reading the tags of the workspace. */
export const TAGS_READ = keyWith('publishing:tags:read');

/** Adding, changing and deleting tags. */
export const TAGS_WRITE = keyWith('publishing:tags:write');

/** URLs accept both ids of tags (docs/specification.md#two-ids). */
export const tagParameter = {
  form: 'uuid-or-integer',
  notFound: publishingErrors.tag_not_found,
} as const satisfies PathParameter;

type TagRequest = {
  readonly principal: Principal;
  readonly params: { readonly tag: string };
};

/** Finds the tag of the path. @throws PlatformError `tag_not_found` */
export async function loadTag(
  tags: Pick<TagReader, 'find'>,
  { principal, params }: TagRequest,
): Promise<Tag> {
  const tag = await tags.find(principal.workspaceId, params.tag);
  if (!tag) throw notFound(publishingErrors.tag_not_found);
  return tag;
}

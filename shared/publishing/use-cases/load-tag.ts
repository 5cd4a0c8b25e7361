import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';

type TagRequest = {
  readonly principal: Principal;
  readonly params: { readonly tag: string };
};

/** Finds the tag of the path. @throws PlatformError `tag_not_found` */
export async function loadTag(tags: Pick<TagStore, 'find'>, { principal, params }: TagRequest): Promise<Tag> {
  const tag = await tags.find(principal.workspaceId, params.tag);
  if (!tag) throw new PlatformError('tag_not_found', NOT_FOUND);
  return tag;
}

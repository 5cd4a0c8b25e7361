import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { loadTag } from '#shared/publishing/http/tag-access.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagStore, 'find' | 'remove'> };

/**
 * Deletes a tag even if posts have it. The posts keep its id, and an update may send it back, but no other post can use it
 * (`tag_not_found`).
 */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation, Tag> {
  return {
    load: (request) => loadTag(tags, request),

    async handle({ resource: tag, command }) {
      const response = { status: 204 };
      await tags.remove(tag, await command(response));
      return response;
    },
  };
}

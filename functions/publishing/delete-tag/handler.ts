import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import { loadTag } from '#shared/publishing/use-cases/load-tag.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagStore, 'find' | 'remove'> };

/**
 * Deletes a tag, whether or not posts have it: a label must never keep a post from being what it is. Posts keep the number
 * as it was sent; the next update of such a post has to leave it out (`tag_not_found`).
 */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation, Tag> {
  return {
    load: (request) => loadTag(tags, request),

    async handle({ resource: tag, command }) {
      const answer = { status: 204 };
      await tags.remove(tag, await command(answer));
      return answer;
    },
  };
}

import type { TagStore } from '#shared/domain/ports/account-store.ts';
import type { Tag } from '#shared/domain/posts/account.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadTag } from '#shared/http/tags/load-tag.ts';
import { tagView } from '#shared/http/tags/tag-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagStore, 'find'> };

/** Shows a tag. */
export function createGetTagHandler({ tags }: Dependencies): OperationHandler<typeof operation, Tag> {
  return {
    load: (request) => loadTag(tags, request),

    async handle({ resource: tag }) {
      return { status: 200, body: { data: tagView(tag) } };
    },
  };
}

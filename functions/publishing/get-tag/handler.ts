import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { loadTag } from '#shared/publishing/http/tag-access.ts';
import { tagView } from '#shared/publishing/http/tag-view.ts';
import type { TagReader } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagReader, 'find'> };

/** Reads a tag. */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation, Tag> {
  return {
    load: (request) => loadTag(tags, request),

    async handle({ resource: tag }) {
      return { status: 200, body: { data: tagView(tag) } };
    },
  };
}

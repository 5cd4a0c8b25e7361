import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { editTag } from '#shared/publishing/domain/edit-tag.ts';
import { loadTag } from '#shared/publishing/http/tag-access.ts';
import { tagView } from '#shared/publishing/http/tag-view.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagStore, 'find' | 'save'> };

/** Edits a tag; an edit without effect writes nothing. */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation, Tag> {
  return {
    load: (request) => loadTag(tags, request),

    async handle({ resource: before, body: { name, hex_color: hexColor }, command }) {
      const after = editTag(before, { name, hexColor });
      const response = { status: 200, body: { data: tagView(after ?? before) } };
      if (after) await tags.save(before, after, await command(response));
      return response;
    },
  };
}

import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Tag } from '#shared/publishing/domain/account.ts';
import { tagView } from '#shared/publishing/http/tag-view.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly tags: Pick<TagStore, 'nextId' | 'create'> };

/** Creates a tag. Names need not be unique. */
export function createHandler({ tags }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body: { name, hex_color: hexColor }, now, baseUrl, command }) {
      const uuid = newId(now);
      const id = await tags.nextId(workspaceId);
      const tag: Tag = { id, uuid, workspaceId, name, hexColor, revision: 1, createdAt: now };
      const response = {
        status: 201,
        headers: { Location: `${baseUrl}/os/api/${workspaceId}/tags/${uuid}` },
        body: { data: tagView(tag) },
      };
      await tags.create(tag, await command(response));
      return response;
    },
  };
}

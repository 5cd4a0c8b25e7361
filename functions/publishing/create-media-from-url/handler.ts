import { fileNameInUrl } from '#shared/files/domain/file-name.ts';
import { newRemoteMedia } from '#shared/files/domain/media-download.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { MediaStore } from '#shared/files/ports/media-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly media: Pick<MediaStore, 'nextId' | 'create'>;
  readonly guard: Pick<TargetGuard, 'checkForm'>;
};

/**
 * Stores the record of a file with the job of its download, so that no crash between both loses the download. The request sends nothing to
 * the URL, so its duration reveals nothing about other servers. The download checks the addresses of the host.
 */
export function createHandler({ media, guard }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const problem = guard.checkForm(body.url, baseUrl);
      if (problem) throw new ValidationError([{ pointer: '#/url', ...problem }]);

      const identity = { id: await media.nextId(workspaceId), uuid: newId(now), workspaceId };
      const name = body.name ?? fileNameInUrl(new URL(body.url));
      const created = newRemoteMedia({ url: body.url, name, altText: body.alt_text }, identity, now);
      const response = {
        status: 202,
        headers: { Location: `${baseUrl}/os/api/${workspaceId}/media/${created.uuid}` },
        body: { data: mediaView(created), status: 'pending', download_id: created.uuid },
      };
      await media.create(created, await command(response));
      return response;
    },
  };
}

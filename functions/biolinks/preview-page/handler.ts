import { newBlock } from '#shared/biolinks/domain/block-edit.ts';
import { editPage } from '#shared/biolinks/domain/page-edit.ts';
import { newPreview } from '#shared/biolinks/domain/page-preview.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { newFields } from '#shared/biolinks/http/block-fields.ts';
import { loadPage } from '#shared/biolinks/http/page-access.ts';
import { type ReferenceStores, resolveReferences } from '#shared/biolinks/http/page-references.ts';
import { toPageEdit } from '#shared/biolinks/http/to-page-edit.ts';
import type { PagePreviewStore } from '#shared/biolinks/ports/page-preview-store.ts';
import type { BlockReader, PageReader } from '#shared/biolinks/ports/page-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { hashLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly pages: Pick<PageReader, 'find'>;
  readonly blocks: BlockReader;
  readonly previews: Pick<PagePreviewStore, 'create'>;
  readonly generateToken: () => string;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** Stores a page with changes that are not saved, under a random token (docs/specification/biolinks.md#previews-of-pages). */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadPage(deps.pages, request),

    async handle({ principal, resource: before, body, now, command }) {
      const { page: sent = {}, blocks: sentBlocks } = body;
      const { pixels } = before.settings;
      const place = { pointer: '#/page', assigned: pixels };
      const { domain, issues } = await resolveReferences(deps, principal.workspaceId, sent, place);
      if (issues.length > 0) throw new ValidationError(issues);
      const page = editPage(before, toPageEdit(sent, domain, undefined), now) ?? before;
      const blocks = sentBlocks
        ? sentBlocks.map((block, index) =>
            newBlock(
              { id: newId(now), workspaceId: page.workspaceId, pageId: page.id },
              newFields(block, `#/blocks/${index}`),
              now,
            ),
          )
        : (await deps.blocks.read(page.id)).blocks;

      const preview = newPreview(page, blocks, now);
      const token = deps.generateToken();
      const expiresAt = preview.expiresAt.toISOString();
      const url = `${deps.origin}/${encodeURIComponent(page.slug)}/preview/${token}`;
      const response = { status: 200, body: { data: { expires_at: expiresAt, url } } };
      await deps.previews.create(hashLinkSecret(token), preview, await command(response));
      return response;
    },
  };
}

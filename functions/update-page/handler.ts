import { InvalidContentError } from '#shared/domain/errors.ts';
import { editPage } from '#shared/domain/pages/page-edit.ts';
import type { Page, PagePassword } from '#shared/domain/pages/page.ts';
import { titleFindings } from '#shared/domain/pages/page-status.ts';
import type { PageStore } from '#shared/domain/ports/page-store.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadEditablePage } from '#shared/http/pages/load-page.ts';
import { type ReferenceStores, resolveReferences } from '#shared/http/pages/page-references.ts';
import { pageAnswer, pageRevision } from '#shared/http/pages/page-view.ts';
import { toPageEdit } from '#shared/http/pages/to-page-edit.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly pages: Pick<PageStore, 'find' | 'save'>;
  readonly hashPassword: (password: string) => Promise<PagePassword>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/**
 * Edits a page at the revision the caller read (specification, Update a bio-link page). A slug or domain is claimed in the
 * transaction of the edit; every other edit is one conditional write, so of two at the same revision one is told 412.
 */
export function createUpdatePageHandler(deps: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadEditablePage(deps.pages, request),
    revisionOf: pageRevision,

    async handle({ principal, resource: before, body, now, command }) {
      const { place, findings } = await resolveReferences(
        deps,
        principal.workspaceId,
        body,
        before.settings.pixels,
      );
      const title = titleFindings('#/title', { status: before.status, title: body.title ?? before.title });
      if (findings.length + title.length > 0) throw new InvalidContentError([...title, ...findings]);

      // Last, since it costs more than everything else together.
      const sent = body.settings?.protection?.password;
      const password = sent === undefined ? undefined : await deps.hashPassword(sent);
      const after = editPage(before, toPageEdit(body, place, password), now);
      const answer = pageAnswer(200, after ?? before, deps.origin);
      if (after) await deps.pages.save(before, after, await command(answer));
      return answer;
    },
  };
}

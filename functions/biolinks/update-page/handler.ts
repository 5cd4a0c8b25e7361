import { asDirect } from '#shared/biolinks/domain/direct-edit.ts';
import { editPage } from '#shared/biolinks/domain/page-edit.ts';
import { titleFindings } from '#shared/biolinks/domain/page-status.ts';
import type { Page, PagePassword } from '#shared/biolinks/domain/page.ts';
import { pageResponse, pageRevision } from '#shared/biolinks/http/page-view.ts';
import { toPageEdit } from '#shared/biolinks/http/to-page-edit.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import { loadEditablePage, mayPublish, requireEditable } from '#shared/biolinks/use-cases/load-page.ts';
import { type ReferenceStores, resolveReferences } from '#shared/biolinks/use-cases/page-references.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/handler.ts';
import { acceptedRevisions } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly pages: Pick<PageStore, 'find' | 'edit' | 'save'>;
  readonly hashPassword: (password: string) => Promise<PagePassword>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

type Request = OperationRequest<typeof operation, Page>;

/** DynamoDB takes at most a hundred operands in a list; a caller who names more revisions is served by the slower way. */
const MAX_REVISIONS = 90;

/**
 * Edits a page at the revision the caller read (specification, Update a bio-link page). Most edits are one write that demands
 * itself what the rules demand of the page (H30). The others read it first: a slug or domain is claimed in the transaction of
 * the edit, and what depends on the page's other fields is one conditional write. Of two at one revision one is told 412.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    skipLoad: true,
    load: (request) => loadEditablePage(deps.pages, request),
    revisionOf: pageRevision,

    async handle(request) {
      const { principal, body, now, command } = request;
      const tried = await editBlindly(request);
      if (tried?.written && tried.page) return pageResponse(200, tried.page, deps.origin);

      // What the write found is as good as read.
      const before = tried
        ? requireEditable(tried.page, principal)
        : await loadEditablePage(deps.pages, request);
      request.checkPrecondition(before);
      const { place, issues } = await resolveReferences(
        deps,
        principal.workspaceId,
        body,
        before.settings.pixels,
      );
      const title = titleFindings('#/title', { status: before.status, title: body.title ?? before.title });
      if (issues.length + title.length > 0) throw new ValidationError([...title, ...issues]);

      // Last, since it costs more than everything else together.
      const sent = body.settings?.protection?.password;
      const password = sent === undefined ? undefined : await deps.hashPassword(sent);
      const after = editPage(before, toPageEdit(body, place, password), now);
      const answer = pageResponse(200, after ?? before, deps.origin);
      if (after) await deps.pages.save(before, after, await command(answer));
      return answer;
    },
  };

  /** Undefined where the page has to be read: for the edit, for what is wrong with it, or for want of a revision. */
  async function editBlindly({ principal, params, body, ifMatch, change }: Request) {
    const isPlain = body.domain === undefined && body.settings?.protection === undefined;
    const edit = isPlain ? asDirect(toPageEdit(body, undefined, undefined)) : undefined;
    const revisions = acceptedRevisions(ifMatch);
    const isComparable = revisions === undefined ? ifMatch.kind === 'any' : canBeCompared(revisions);
    if (!edit || !isComparable) return undefined;
    const { issues } = await resolveReferences(deps, principal.workspaceId, body);
    if (issues.length > 0) return undefined;
    const target = { workspaceId: principal.workspaceId, id: params['page'] ?? '' };
    const guard = { mayBeActive: mayPublish(principal), revisions };
    return deps.pages.edit(target, edit, guard, { change: change(), remember: null });
  }
}

/** Whether a write can compare these revisions, and any of them might be the page's. */
function canBeCompared(revisions: readonly string[]): boolean {
  return revisions.length > 0 && revisions.length <= MAX_REVISIONS;
}

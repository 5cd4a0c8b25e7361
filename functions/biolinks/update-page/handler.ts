import { toDirectEdit } from '#shared/biolinks/domain/direct-edit.ts';
import { editPage } from '#shared/biolinks/domain/page-edit.ts';
import { titleIssues } from '#shared/biolinks/domain/page-status.ts';
import type { Page, PagePassword } from '#shared/biolinks/domain/page.ts';
import { loadEditablePage, mayPublish, requireEditable } from '#shared/biolinks/http/page-access.ts';
import { type ReferenceStores, resolveReferences } from '#shared/biolinks/http/page-references.ts';
import { pageResponse, pageRevision, passwordWarnings } from '#shared/biolinks/http/page-view.ts';
import { toPageEdit } from '#shared/biolinks/http/to-page-edit.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { MAX_REVISIONS } from '#shared/platform/core/max-revisions.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { acceptedRevisions } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = ReferenceStores & {
  readonly pages: Pick<PageStore, 'find' | 'edit' | 'save'>;
  readonly hashPassword: (password: string) => Promise<PagePassword>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

type Request = OperationRequest<typeof operation, Page>;

/**
 * Edits a page at the revision of `If-Match` (docs/specification/biolinks.md#updating-a-page). Most edits are a single conditional
 * write that enforces every precondition (docs/failure-histories.md#reads-before-a-write). The others read the page first,
 * because a slug or domain is claimed in the same transaction, or because the rules depend on other fields of the page. Of
 * two edits at the same revision, one returns 412.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    skipLoad: true,
    load: (request) => loadEditablePage(deps.pages, request),
    revisionOf: pageRevision,

    async handle(request) {
      const { principal, body, now, command } = request;
      const tried = await editWithoutRead(request);
      if (tried?.written && tried.page)
        return withWarnings(pageResponse(200, tried.page, deps.origin), undefined);

      // If the conditional write failed, it returned the current page, so no read is needed.
      const before = tried
        ? requireEditable(tried.page, principal)
        : await loadEditablePage(deps.pages, request);
      request.checkPrecondition(before);
      const { domain, issues } = await resolveReferences(deps, principal.workspaceId, body, {
        assigned: before.settings.pixels,
      });
      const title = titleIssues('#/title', { status: before.status, title: body.title ?? before.title });
      if (issues.length + title.length > 0) throw new ValidationError([...title, ...issues]);

      // Hashed last, because it costs more than everything else together.
      const sent = body.settings?.protection?.password;
      const password = sent === undefined ? undefined : await deps.hashPassword(sent);
      const after = editPage(before, toPageEdit(body, domain, password), now);
      const response = withWarnings(pageResponse(200, after ?? before, deps.origin), sent);
      if (after) await deps.pages.save(before, after, await command(response));
      return response;
    },
  };

  /**
   * Tries the edit as one conditional write. Returns undefined if the page must be read first: the edit depends on it, the
   * edit is invalid, or `If-Match` is missing or cannot be compared in a condition.
   */
  async function editWithoutRead({ principal, params, body, ifMatch, change }: Request) {
    const isPlain = body.domain === undefined && body.settings?.protection === undefined;
    const edit = isPlain ? toDirectEdit(toPageEdit(body, undefined, undefined)) : undefined;
    const revisions = acceptedRevisions(ifMatch);
    const isComparable = revisions === undefined ? ifMatch.kind === 'any' : canBeCompared(revisions);
    if (!edit || !isComparable) return undefined;
    const { issues } = await resolveReferences(deps, principal.workspaceId, body);
    if (issues.length > 0) return undefined;
    const target = { workspaceId: principal.workspaceId, id: params.page };
    const guard = { mayBeActive: mayPublish(principal), revisions };
    return deps.pages.edit(target, edit, guard, { change: change(), idempotencyRecord: null });
  }
}

function withWarnings(response: ReturnType<typeof pageResponse>, password: string | undefined) {
  return { ...response, body: { ...response.body, warnings: passwordWarnings(password) } };
}

/** Whether a condition can compare these revisions. A request with more revisions reads the page first. */
function canBeCompared(revisions: readonly string[]): boolean {
  return revisions.length > 0 && revisions.length <= MAX_REVISIONS;
}

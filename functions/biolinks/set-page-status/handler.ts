import { editPage } from '#shared/biolinks/domain/page-edit.ts';
import { nextStatuses, titleIssues } from '#shared/biolinks/domain/page-status.ts';
import { DEFAULT_DOMAIN_ID, type Page, type PageStatus } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { loadPage } from '#shared/biolinks/http/page-access.ts';
import { pageResponse, pageRevision } from '#shared/biolinks/http/page-view.ts';
import type { PageDomainReader } from '#shared/biolinks/ports/page-domain-store.ts';
import type { PageStore } from '#shared/biolinks/ports/page-store.ts';
import { type ValidationIssue, ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly pages: Pick<PageStore, 'find' | 'save'>;
  readonly domains: Pick<PageDomainReader, 'find'>;
  /** Scheme and host of the default domain. */
  readonly origin: string;
};

/** Sets the status of a page (docs/specification/biolinks.md#page-status); setting its current status changes nothing. */
export function createHandler({
  pages,
  domains,
  origin,
}: Dependencies): OperationHandler<typeof operation, Page> {
  /** What the page still lacks to become active: a title, or a verified domain. */
  async function activationIssues(page: Page, status: PageStatus): Promise<ValidationIssue[]> {
    const issues = titleIssues('#/status', { ...page, status });
    if (status !== 'active' || page.domainId === DEFAULT_DOMAIN_ID) return issues;
    const domain = await domains.find(page.workspaceId, page.domainId);
    if (domain?.state === 'verified') return issues;
    const detail =
      'The domain of the page is not verified. Verify it with verifyDomain, or choose another domain.';
    return [...issues, { pointer: '#/status', ...biolinksErrors.domain_not_connected(), detail }];
  }

  return {
    load: (request) => loadPage(pages, request),
    revisionOf: pageRevision,

    async handle({ resource: before, body: { status }, now, command }) {
      const after = editPage(before, { status }, now);
      if (!after) return pageResponse(200, before, origin);
      const issues = await activationIssues(before, status);
      if (issues.length > 0) throw new ValidationError(issues);
      const allowed = nextStatuses(before.status);
      if (!allowed.includes(status)) {
        const detail = `The status cannot change from ${before.status} to ${status}. ${nextStep(allowed)}`;
        throw new PlatformError(biolinksErrors.page_status_transition_invalid, detail, {
          current_status: before.status,
          allowed,
        });
      }
      const response = pageResponse(200, after, origin);
      await pages.save(before, after, await command(response));
      return response;
    },
  };
}

function nextStep(allowed: readonly PageStatus[]): string {
  if (allowed.length === 0) return 'Only the platform can change the status of this page.';
  return `Change it to ${allowed.join(' or ')}.`;
}

import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import type { Page, PageStatus } from './page.ts';

/** Where a page can go from where it is (G71). What was archived is looked at as a draft before it goes public again. */
const TRANSITIONS: Readonly<Record<PageStatus, readonly PageStatus[]>> = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft'],
};

/** The statuses a page can be set to, beside the one it has. */
export function nextStatuses(status: PageStatus): readonly PageStatus[] {
  return TRANSITIONS[status];
}

/** What is missing for a page to be, or to stay, active: a title (G60). `pointer` is the member that asks for it. */
export function titleFindings(
  pointer: string,
  { status, title }: Pick<Page, 'status' | 'title'>,
): ValidationIssue[] {
  if (status !== 'active' || title !== '') return [];
  return [{ pointer, code: 'title_required', detail: 'An active page needs a title.' }];
}

import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { ValidationIssue } from '#shared/platform/core/errors.ts';
import { isVisible } from '#shared/platform/core/text.ts';
import type { Page, PageStatus } from './page.ts';

/**
 * The allowed state transitions (docs/specification/biolinks.md#page-status). An archived page becomes a draft first, so that it is
 * reviewed before it is public again.
 */
const TRANSITIONS: Readonly<Record<PageStatus, readonly PageStatus[]>> = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft'],
};

/** The statuses that a page can be set to, apart from its current one. */
export function nextStatuses(status: PageStatus): readonly PageStatus[] {
  return TRANSITIONS[status];
}

/** An issue if an active page has no title (docs/specification/biolinks.md#page-title). `pointer` refers to the field that caused it. */
export function titleIssues(
  pointer: string,
  { status, title }: Pick<Page, 'status' | 'title'>,
): ValidationIssue[] {
  if (status !== 'active' || isVisible(title)) return [];
  return [
    {
      pointer,
      ...biolinksErrors.title_required(),
      detail: 'An active page needs a title. Send a title, or make the page a draft first.',
    },
  ];
}

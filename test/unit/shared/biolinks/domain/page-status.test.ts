import { describe, expect, it } from 'vitest';
import { nextStatuses, titleIssues } from '#shared/biolinks/domain/page-status.ts';
import { PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';

describe('nextStatuses', () => {
  it('leave every status, and reach each one', () => {
    for (const status of PAGE_STATUSES) {
      expect(nextStatuses(status).length).toBeGreaterThan(0);
      expect(nextStatuses(status)).not.toContain(status);
      expect(PAGE_STATUSES.filter((from) => nextStatuses(from).includes(status))).not.toEqual([]);
    }
  });

  it('do not lead from archived directly to active', () => {
    expect(nextStatuses('archived')).toEqual(['draft']);
  });
});

describe('titleIssues', () => {
  it.each([
    ['draft', ''],
    ['archived', ''],
    ['active', 'Ada'],
  ] as const)('allows a page that is %s to have the title %j', (status, title) => {
    expect(titleIssues('#/title', { status, title })).toEqual([]);
  });

  it('requires a title of an active page', () => {
    expect(titleIssues('#/title', { status: 'active', title: '' })).toMatchObject([
      { pointer: '#/title', code: 'title_required' },
    ]);
  });
});

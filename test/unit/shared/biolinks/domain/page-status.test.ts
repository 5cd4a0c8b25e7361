import { describe, expect, it } from 'vitest';
import { nextStatuses, titleFindings } from '#shared/biolinks/domain/page-status.ts';
import { PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';

describe('nextStatuses (G71)', () => {
  it('leads from every status somewhere else, and into each', () => {
    for (const status of PAGE_STATUSES) {
      expect(nextStatuses(status).length).toBeGreaterThan(0);
      expect(nextStatuses(status)).not.toContain(status);
      expect(PAGE_STATUSES.filter((from) => nextStatuses(from).includes(status))).not.toEqual([]);
    }
  });

  it('does not lead from the archive straight to visitors', () => {
    expect(nextStatuses('archived')).toEqual(['draft']);
  });
});

describe('titleFindings (G60)', () => {
  it.each([
    ['draft', ''],
    ['archived', ''],
    ['active', 'Ada'],
  ] as const)('lets a page that is %s be called %j', (status, title) => {
    expect(titleFindings('#/title', { status, title })).toEqual([]);
  });

  it('asks for a title of an active page', () => {
    expect(titleFindings('#/title', { status: 'active', title: '' })).toMatchObject([
      { pointer: '#/title', code: 'title_required' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { countedLimit, QUOTA_KINDS, quotaExceeded } from '#shared/platform/core/workspace-quotas.ts';

describe('WORKSPACE_QUOTAS', () => {
  it.each(QUOTA_KINDS)('count whole resources of %s', (kind) => {
    expect(Number.isInteger(countedLimit(kind))).toBe(true);
  });

  it('reject with a sentence that says what to do', () => {
    expect(quotaExceeded('tags')).toMatchObject({
      code: 'quota_exceeded',
      message: 'A workspace can have at most 5,000 tags. Delete a tag first.',
      extras: { resource: 'tags', limit: 5000 },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { logicalIdChanges } from '#scripts/generate/logical-id-changes.ts';

describe('logicalIdChanges', () => {
  it('lists the ids that only one side has', () => {
    const before = ['{"CoreTable.Properties.A":1,"Old":{"Type":"x"}}'];
    const after = ['{"CoreTable.Properties.B":2}', '{"New.Type":"x"}'];

    expect(logicalIdChanges(before, after)).toEqual({ added: ['New'], removed: ['Old'] });
  });
});

import { describe, expect, it } from 'vitest';
import { killMigration } from '#scripts/lib/rehearsals/killed-migration.ts';

describe('npm run migrate, killed in the middle beside requests', () => {
  it('migrates every item once when it runs again, and loses no edit', async () => {
    const result = await killMigration({ items: 600, killAfter: 200 });

    expect(result.migratedBefore).toBeGreaterThanOrEqual(200);
    expect(result.migratedBefore).toBeLessThan(600);
    expect(result.secondRun).toMatch(/^continues the run of .* after [1-9]\d* items$/mu);
    expect(result).toMatchObject({ migrated: 600, repeated: 0, damaged: [] });
    expect(result.edits).toBeGreaterThan(0);
    expect(result.dryRunAfter).toContain('Nothing has an old form.');
  });
});

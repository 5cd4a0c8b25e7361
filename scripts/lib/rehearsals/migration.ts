import assert from 'node:assert/strict';
import { killMigration } from './killed-migration.ts';
import type { Rehearsal } from './rehearsal.ts';

/** docs/operations.md#upgrade, with a crash. */
export const migrationRehearsal: Rehearsal = {
  name: 'migration',
  shows:
    'a migration that is killed in the middle beside requests migrates every item once, and loses no edit',
  limitMinutes: 10,
  async run(note) {
    const result = await killMigration({ items: 3000, killAfter: 800, note });
    assert.ok(result.migratedBefore < result.items, 'the process was killed too late');
    assert.equal(result.migrated, result.items, 'not every item was migrated');
    assert.equal(result.repeated, 0, 'an item was migrated twice');
    assert.deepEqual(result.damaged, []);
    assert.match(result.secondRun, /^continues the run/mu);
    assert.match(result.dryRunAfter, /Nothing has an old form/u);
  },
};

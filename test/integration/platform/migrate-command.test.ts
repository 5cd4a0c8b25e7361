import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MIGRATE = fileURLToPath(new URL('../../../scripts/commands/migrate.ts', import.meta.url));

describe('npm run migrate', () => {
  it.each(['core-table', 'delivery-table', 'secret-key'])(
    'rejects --local with --%s, which it would not use',
    (option) => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [MIGRATE, '--local', '--status', `--${option}`, 'Other'],
        { encoding: 'utf8' },
      );

      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining(`--local has its own tables and key: omit --${option}, or --local.`),
      ]);
    },
  );
});

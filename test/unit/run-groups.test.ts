import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// The configuration is outside the folders that have an import name.
// oxlint-disable-next-line no-restricted-imports
import { DEEPER, EVERY_STAGE, TIMED, TOOLING } from '../../vitest.config.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

describe('the groups of test files', () => {
  const patterns = [...Object.keys(DEEPER), ...TIMED, ...TOOLING, ...EVERY_STAGE];

  it.each(patterns)('know a file by %s, and no more than one unless its name is a pattern', (pattern) => {
    const found = globSync(pattern, { cwd: REPOSITORY });

    expect(found).not.toEqual([]);
    if (!basename(pattern).includes('*')) expect(found).toHaveLength(1);
  });

  it.each(Object.entries(DEEPER))('say what npm test leaves out of %s', (_, reason) => {
    expect(reason).toMatch(/^.{15,}\.$/u);
  });
});

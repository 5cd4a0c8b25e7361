import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#scripts/lib/migrations/declared-migrations.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');

/** The versions of a changelog without the heading `Upgrade`. */
function withoutUpgrade(text: string): string[] {
  const sections = text.split(/^## \[/mu).slice(1);
  return sections
    .filter((section) => !/^### Upgrade$/mu.test(section))
    .map((section) => section.slice(0, section.indexOf(']')));
}

describe('CHANGELOG.md', () => {
  it('says under `Upgrade` of each version what an operator does', () => {
    expect(withoutUpgrade(TEXT)).toEqual([]);
    expect(
      withoutUpgrade('## [Unreleased]\n\n### Upgrade\n\n## [1.0.0] - 2027-01-01\n\n### Added\n'),
    ).toEqual(['1.0.0']);
  });

  it('names every migration', () => {
    expect(MIGRATIONS.filter(({ name }) => !TEXT.includes(`\`${name}\``))).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { statesPage } from '#scripts/lib/generate/states-page.ts';

describe('docs/states.md', () => {
  it('is up to date; `npm run generate` regenerates it', async () => {
    const page = await readFile(new URL('../../../../../docs/states.md', import.meta.url), 'utf8');

    expect(page).toBe(statesPage());
  });

  it('draws one arrow for each pair of states, labelled with every trigger of that transition', () => {
    const page = statesPage();

    expect(page).toContain(
      '  in_flight --> failed: finish (nobody can get it), report (outcome failed), expire (no report or progress for 24 hours)\n',
    );
    expect(page).toContain('  [*] --> paused\n');
    expect(page).toContain('  deleted --> [*]\n');
    expect(page.match(/^ {2}suspended --> enabled: /gmu)).toHaveLength(1);
  });
});

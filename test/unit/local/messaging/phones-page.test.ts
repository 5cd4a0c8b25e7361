import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { BEHAVIOURS } from '#local/messaging/recipients.ts';

it('documents every behaviour of the phones', async () => {
  const page = await readFile(new URL('../../../../docs/local-phones.md', import.meta.url), 'utf8');

  for (const { ending, description } of BEHAVIOURS)
    expect(page).toContain(`| ${ending === null ? 'all others' : `…${ending}`} | ${description} |`);
});

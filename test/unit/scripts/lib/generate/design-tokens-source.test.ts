import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { designTokensSource } from '#scripts/lib/generate/design-tokens-source.ts';

const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

describe('shared/platform/render/design-tokens.ts', () => {
  it('is up to date; `npm run generate` regenerates it', async () => {
    const source = designTokensSource(await read('console/styles/tokens.css'));

    expect(await read('shared/platform/render/design-tokens.ts')).toBe(source);
  });

  it('has each token in one line, and no comment', () => {
    const css =
      ':root {\n  /* A: b; */\n  color-scheme: dark;\n  --ring: 0 0 0 2px red,\n    0 0 4px blue;\n}';

    expect(designTokensSource(css)).toContain('`\n--ring:0 0 0 2px red,0 0 4px blue\n`');
    expect(() => designTokensSource('p { color: red; }')).toThrow('no design tokens');
  });
});

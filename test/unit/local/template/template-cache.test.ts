import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedTemplates, type Synthesis, type Templates } from '#local/template/template-cache.ts';

const INPUTS = ['infra.ts', 'operation.ts', 'lock.json'];

describe('the cache of the templates', () => {
  let root: string;
  let syntheses: number;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'workspace-templates-'));
    syntheses = 0;
    for (const input of INPUTS) write(input, 'one');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const file = (): string => join(root, 'cache/templates.json');

  /** A file that was saved a minute ago. */
  function write(input: string, text: string): void {
    writeFileSync(join(root, input), text);
    const minuteAgo = Date.now() / 1000 - 60;
    utimesSync(join(root, input), minuteAgo, minuteAgo);
  }

  async function read(
    options: { about?: string; during?: () => void; inputs?: readonly string[] } = {},
  ): Promise<Templates> {
    const { about = 'v24', during, inputs = INPUTS } = options;
    return cachedTemplates({
      file: file(),
      root,
      about,
      synthesize: async (): Promise<Synthesis> => {
        syntheses += 1;
        during?.();
        return { templates: { data: { synthesis: syntheses } }, inputs };
      },
    });
  }

  it('has the templates of the last synthesis while nothing changes', async () => {
    expect(await read()).toEqual({ data: { synthesis: 1 } });
    expect(await read()).toEqual({ data: { synthesis: 1 } });
  });

  it.each(INPUTS)('has new templates when %s has changed', async (input) => {
    await read();
    write(input, 'two');

    expect(await read()).toEqual({ data: { synthesis: 2 } });
    expect(await read()).toEqual({ data: { synthesis: 2 } });
  });

  it.each(INPUTS)('has new templates when %s has been deleted', async (input) => {
    await read();
    rmSync(join(root, input));

    expect(await read()).toEqual({ data: { synthesis: 2 } });
  });

  it('has new templates when an input that is not a file has changed', async () => {
    await read();

    expect(await read({ about: 'v25' })).toEqual({ data: { synthesis: 2 } });
  });

  it('does not keep templates if an input was saved during the synthesis', async () => {
    await read({ during: () => writeFileSync(join(root, 'infra.ts'), 'two') });

    expect(await read()).toEqual({ data: { synthesis: 2 } });
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, text.length / 2)],
    ['is empty', () => ''],
    ['is JSON of another form', () => '[]'],
    [
      'has other templates than were saved',
      (text: string) => text.replace('synthesis\\":1', 'synthesis\\":7'),
    ],
  ])('ignores a file that %s', async (_what, damage) => {
    await read();
    const text = readFileSync(file(), 'utf8');
    writeFileSync(file(), damage(text));
    expect(readFileSync(file(), 'utf8')).not.toBe(text);

    expect(await read()).toEqual({ data: { synthesis: 2 } });
    expect(await read()).toEqual({ data: { synthesis: 2 } });
  });

  it('synthesizes each time if the folder cannot be written', async () => {
    writeFileSync(join(root, 'cache'), 'not a folder');

    expect(await read()).toEqual({ data: { synthesis: 1 } });
    expect(await read()).toEqual({ data: { synthesis: 2 } });
  });
});

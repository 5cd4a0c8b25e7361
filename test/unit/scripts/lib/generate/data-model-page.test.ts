import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { KEY_SHAPES } from '#functions/capabilities.ts';
import { dataModelPage, KEY_SOURCES, withGenerated } from '#scripts/lib/generate/data-model-page.ts';

const root = new URL('../../../../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');
const sources = await Promise.all(KEY_SOURCES.map(read));

describe('docs/data-model.md', () => {
  it('is up to date; `npm run generate` regenerates it', async () => {
    const page = await read('docs/data-model.md');

    expect(page).toBe(withGenerated(page, dataModelPage(sources)));
  });

  it('has a row for every key function', () => {
    const names = sources.flatMap((source) =>
      [...source.matchAll(/^export function (\w+Key)\(/gmu)].map(([, name]) => name),
    );
    const page = dataModelPage(sources);

    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has at least one shape for every key function, whose pattern matches its partition keys', () => {
    const rows = dataModelPage(sources)
      .split('\n')
      .filter((line) => line.includes('` |'))
      .map((line) => line.split(' | '));

    for (const [, shapes = '', partition = '', , keyFunction = ''] of rows) {
      const missing = `${keyFunction} is in no shape: add it to the \`keys\` of a shape in shared/<product>/capabilities.ts`;
      expect(shapes, missing).not.toBe('');
      const names = shapes.replaceAll('`', '').split(', ');
      const pattern = (name: string) => KEY_SHAPES[name]?.partitions.replace('*', '') ?? 'none';
      const key = partition.replaceAll('`', '');

      expect(Object.keys(KEY_SHAPES)).toEqual(expect.arrayContaining(names));
      // A key function whose first part is variable has several shapes.
      const isVariable = /^(?:<kind>|BUCKET#<purpose>)#/u.test(key);
      expect(names.filter((name) => !key.startsWith(pattern(name)) && !isVariable)).toEqual([]);
    }
  });

  it('shows keys with placeholders for their variable parts', () => {
    const page = dataModelPage(sources);

    expect(page).toContain('| `pages` | `PG#<pageId>` | `B#<blockId>` | `blockKey` |');
    expect(page).toContain('| `events` | `EV#<at>#<shard>` | `<eventId>` | `eventKey` |');
    expect(page).toContain('| `directories` | `DIR#<workspaceId>#<copy>` | `EPS` | `directoryKey` |');
  });
});

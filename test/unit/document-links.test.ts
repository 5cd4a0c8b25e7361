import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPaths } from '#scripts/lib/architecture/read-tree.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const paths = readPaths();
const documents = paths.filter((path) => path.endsWith('.md'));
const sources = paths.filter((path) => /\.(?:tsx?|ya?ml)$/u.test(path) && !path.endsWith('schema.d.ts'));
const anchors = new Map(documents.map((path) => [path, anchorsOf(read(path))]));

describe('documents', () => {
  it.each(documents)('%s has links to existing files and anchors only', (path) => {
    const text = read(path).replaceAll(/```[^]*?```|`[^`\n]*`/gu, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gmu)].map(
      ([, inline, listed]) => inline ?? listed ?? '',
    );
    const relative = links.filter((link) => !/^(?:[a-z]+:|\/)/u.test(link));
    const missing = relative.filter((link) => {
      const [file = '', anchor] = link.split('#');
      return !exists(file === '' ? path : normalize(join(dirname(path), file)), anchor);
    });

    expect(missing).toEqual([]);
  });
});

describe('code', () => {
  it('names existing documents, with anchors that they have', () => {
    const named = sources.flatMap((path) =>
      [...read(path).matchAll(/(?<![\w/'-])docs\/[\w./-]+\.md(?:#([\w-]+))?/gu)].map(([link, anchor]) => ({
        path,
        link,
        file: link.split('#')[0] ?? '',
        anchor,
      })),
    );
    const missing = named.filter(({ file, anchor }) => !exists(file, anchor));

    expect(named.length).toBeGreaterThan(300);
    expect(missing.map(({ path, link }) => `${path}: ${link}`)).toEqual([]);
  });
});

describe('the walks of docs/architecture.md', () => {
  it.each(['From request to table', 'From event to webhook'])('%s names existing files only', (title) => {
    const [, section = ''] =
      new RegExp(`^## ${title}\n([^]*?)\n## `, 'mu').exec(read('docs/architecture.md')) ?? [];
    const named = [...section.matchAll(/`([\w./-]+\.ts)`/gu)].map(([, path = '']) => path);

    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  });
});

describe('architecture decision records', () => {
  const records = paths.filter((path) => /^docs\/adr\/.*\d{4}-[^/]+\.md$/u.test(path));
  const index = read('docs/adr/README.md');

  it('are in the folder of their product, and in the index', () => {
    expect(records.length).toBeGreaterThan(60);
    for (const path of records) {
      expect(path).toMatch(/^docs\/adr\/[a-z]+\/\d{4}-/u);
      expect(index).toContain(`](${path.slice('docs/adr/'.length)})`);
    }
  });

  it('have every number up to the last one, or the index says why not', () => {
    const numbers = records.map((path) => Number(/(\d{4})-/u.exec(path)?.[1]));
    const superseded = [...read('docs/adr/history.md').matchAll(/^## (\d+)\. /gmu)].map(([, n]) => Number(n));
    const [sentence = ''] = /^The numbers [^]*?\./mu.exec(index) ?? [];
    const explained = [...sentence.matchAll(/(\d+)(?: to (\d+))?/gu)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
    );

    expect([...numbers, ...superseded, ...explained].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1),
    );
  });
});

function exists(path: string, anchor: string | undefined): boolean {
  if (anchor === undefined || !path.endsWith('.md')) return existsSync(join(ROOT, path));
  return anchors.get(path)?.has(anchor) === true;
}

/** Explicit anchors, and those that GitHub makes of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const explicit = [...text.matchAll(/<a id="([^"]+)">/gu)].map(([, id = '']) => id);
  const headings = [...text.replaceAll(/```[^]*?```/gu, '').matchAll(/^#{1,6} (.*)$/gmu)].map(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/\]\([^)]*\)/gu, '')
        .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
  );
  return new Set([...explicit, ...headings]);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

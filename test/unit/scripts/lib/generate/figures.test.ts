import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LAYERS, PRODUCTS } from '#scripts/lib/architecture/layers.ts';
import { DOCUMENTS_WITH_FIGURES, withFigures } from '#scripts/lib/generate/figures.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

describe('figures of benchmarks in documents', () => {
  it.each(DOCUMENTS_WITH_FIGURES)('are those of bench/results in %s: npm run generate -- figures', (path) => {
    const text = readFileSync(`${ROOT}${path}`, 'utf8');

    expect(withFigures(text)).toBe(text);
  });

  it('change with the results', () => {
    const path = 'load load-with-kills/figures/deliveriesExpected 0';

    expect(withFigures(`of 7<!-- ${path} --> and 7<!-- ${path} × 0.001 -->`)).toBe(
      `of 10,000<!-- ${path} --> and 10<!-- ${path} × 0.001 -->`,
    );
    expect(withFigures('7<!-- cost cost/figures/events/count() 0 -->')).not.toMatch(/^[07]</u);
    expect(() => withFigures('7<!-- load load/figures/none 0 -->')).toThrow('none');
  });

  it('have a comment in every row of the current figures, except where the figure is computed from code', () => {
    const text = readFileSync(`${ROOT}docs/performance.md`, 'utf8');
    const [, table = ''] = /## Current figures\n\n([^]*?)\n\n/u.exec(text) ?? [];
    const rows = table.split('\n').slice(2);

    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => !row.includes('<!-- ')).map((row) => row.slice(2, 22))).toEqual([
      'A console link, doll',
      'An hour with the con',
      'Largest module that ',
    ]);
  });
});

describe('products and layers in documents', () => {
  it.each([
    ['README.md', /^Products are ([^]*?), on top\sof/mu],
    ['docs/architecture.md', /are products: ([^]*?), on top\sof/u],
  ])('every product is named in %s', (path, sentence) => {
    const [, list = ''] = sentence.exec(readFileSync(`${ROOT}${path}`, 'utf8')) ?? [];
    const named = [...list.matchAll(/`([\w-]+)`/gu)].map(([, name = '']) => name);

    expect([...named, 'platform'].toSorted()).toEqual(Object.keys(PRODUCTS).toSorted());
  });

  it('every layer has a row in docs/architecture.md', () => {
    const text = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
    const [, table = ''] = /^\| Layer \|[^\n]*\n([^]*?)\n\n/mu.exec(text) ?? [];
    const named = [...table.matchAll(/^\| `([\w-]+)`/gmu)].map(([, name = '']) => name);

    expect(named.toSorted()).toEqual(LAYERS.map(({ name }) => name).toSorted());
  });
});

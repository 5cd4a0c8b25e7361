import { describe, expect, it } from 'vitest';
import type { Entry } from '#console/palette/entry.ts';
import { matchesOf } from '#console/palette/fuzzy.ts';

const entry = (name: string, group = 'Endpoints', words = ''): Entry => ({
  id: name,
  group,
  icon: [],
  name,
  words,
  href: `/${name}`,
});
const names = (entries: readonly Entry[], text: string) =>
  matchesOf(entries, text).map((match) => match.entry.name);

describe('matchesOf', () => {
  const entries = [
    entry('Accounting', 'Endpoints', 'https://books.example/hooks'),
    entry('Warehouse'),
    entry('Accounts', 'Go to'),
    entry('salesbot.store.order_paid', 'Events', 'Order paid'),
    entry('Größe und Maß'),
    entry('Склад'),
    entry('<img src=x onerror=alert(1)>'),
  ];

  it.each([
    ['a part of a name', 'wareh', 'Warehouse'],
    ['a name with a wrong letter', 'warehoose', 'Warehouse'],
    ['words in another order', 'paid order', 'salesbot.store.order_paid'],
    ['a part of a URL', 'books.example/ho', 'Accounting'],
    ['letters with marks', 'größe', 'Größe und Maß'],
    ['another script', 'склад', 'Склад'],
    ['markup', '<img src', '<img src=x onerror=alert(1)>'],
    ['signs alone', '=x', '<img src=x onerror=alert(1)>'],
  ])('finds %s', (_, text, name) => {
    expect(names(entries, text)[0]).toBe(name);
  });

  it.each(['zzzqqq', '§§', '\\', '(', '[', '*'])('finds nothing for %j without an error', (text) => {
    expect(names([entry('Warehouse')], text)).toEqual([]);
  });

  it('keeps the matches of a group together, the group of the best match first', () => {
    const found = matchesOf(entries, 'accounts').map((match) => match.entry.group);

    expect(found[0]).toBe('Go to');
    expect(found).toEqual([...new Set(found)]);
  });

  it('marks what was found in the name, and nothing for what was found in other words', () => {
    const marked = (text: string) =>
      matchesOf(entries, text)[0]?.marks.map(([start, end]) => 'Accounting'.slice(start, end));

    expect(marked('accounti')).toEqual(['Accounti']);
    expect(marked('books')).toEqual([]);
  });

  it('limits each group', () => {
    const many = Array.from({ length: 30 }, (_, index) => entry(`Endpoint ${index}`));

    expect(names(many, 'endpoint')).toHaveLength(6);
  });
});

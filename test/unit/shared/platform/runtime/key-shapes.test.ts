import { describe, expect, it } from 'vitest';
import { KEY_SHAPES } from '#functions/capabilities.ts';
import type { KeyShape } from '#shared/platform/runtime/capability-rows.ts';

const SHAPES: readonly (readonly [string, KeyShape])[] = Object.entries(KEY_SHAPES);

/** A partition key that the pattern of the shape matches. */
function exampleOf({ partitions }: KeyShape): string {
  return partitions.replace('*', '0198c5a4-8d2e-7c31-b1aa-3f5e2a9c7d10#x');
}

function matches({ partitions }: KeyShape, key: string): boolean {
  return partitions.endsWith('*') ? key.startsWith(partitions.slice(0, -1)) : key === partitions;
}

describe('KEY_SHAPES', () => {
  it.each(SHAPES)(
    '%s has a pattern of a whole first word, and of the purpose of key pairs',
    (_name, { partitions }) => {
      expect(partitions).toMatch(/^(?:[A-Z]+(?:#\*)?|BUCKET#[a-z-]+#\*)$/u);
    },
  );

  it.each(SHAPES)('%s matches no partition of another shape in the same table or index', (name, shape) => {
    const others = SHAPES.filter(
      ([other, { table, index }]) => other !== name && table === shape.table && index === shape.index,
    );

    expect(others.filter(([, other]) => matches(shape, exampleOf(other))).map(([other]) => other)).toEqual(
      [],
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_SOURCES, keyTemplates } from '#scripts/lib/generate/data-model-page.ts';
import { ITEM_SHAPES, keyShapeOf } from '#scripts/lib/key-shape-of.ts';
import type { KeyShape } from '#shared/platform/runtime/capability-rows.ts';

const ROOT = join(import.meta.dirname, '../../..');

type Template = { readonly name: string; readonly sk: RegExp; readonly literals: number };

/** `<key shape>/<key function>`, such as `posts/publicationKey`. */
export type ItemKind = `${string}/${string}`;

/** Recognises the kind of stored items by their keys. */
export function createItemKinds() {
  const templates = new Map(
    keyTemplates(KEY_SOURCES.map((file) => readFileSync(join(ROOT, file), 'utf8'))).map(({ name, sk }) => [
      name,
      templateOf(name, sk),
    ]),
  );
  const ownKeys = ({ keys }: KeyShape) => keys.flatMap((name) => templates.get(name) ?? []);

  return {
    /** Every kind of item of both tables. */
    all: ITEM_SHAPES.flatMap(([shape, row]) => ownKeys(row).map(({ name }): ItemKind => `${shape}/${name}`)),

    /** The kind with the most specific sort key; undefined if no shape has the partition. */
    of(
      table: KeyShape['table'],
      { pk, sk }: { readonly pk: string; readonly sk: string },
    ): ItemKind | undefined {
      const shape = keyShapeOf(table, pk);
      const row = ITEM_SHAPES.find(([name]) => name === shape)?.[1];
      if (!row) return undefined;
      const fitting = ownKeys(row).filter((template) => template.sk.test(sk));
      const [best] = fitting.toSorted((a, b) => b.literals - a.literals);
      return best && `${shape}/${best.name}`;
    },
  };
}

/** A sort key such as `PUB#<run>#<accountId>`; one that the source computes can be any text. */
function templateOf(name: string, text: string): Template {
  const literal = text.replaceAll(/<\w+>/gu, '');
  const isComputed = /[().?=]/u.test(literal);
  const pattern = isComputed ? '.+' : text.replaceAll(/<\w+>/gu, '.+');
  return { name, sk: new RegExp(`^${pattern}$`, 'u'), literals: isComputed ? 0 : literal.length };
}

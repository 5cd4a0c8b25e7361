import { isRecord } from '#local/is-record.ts';

/**
 * The kinds of the items in a request: the prefixes of partition and sort key, such as `EV`, `W/EPS`, `K/K`. A query has only
 * a partition key.
 */
export function itemKinds(input: unknown): string[] {
  if (Array.isArray(input)) return input.flatMap(itemKinds);
  if (!isRecord(input)) return [];
  const [pk, sk] = [textOf(input['pk']), textOf(input['sk'])];
  if (pk !== undefined && sk !== undefined) return [kindOf(pk, sk)];
  const partition = textOf(input[':pk']) ?? textOf(input[':partition']);
  if (partition !== undefined) return [`${kindOf(partition, '')}/*`];
  return Object.values(input).flatMap(itemKinds);
}

function kindOf(pk: string, sk: string): string {
  const [letters, sort] = [pk, sk].map((key) => /^[A-Z]+/u.exec(key)?.[0]);
  return sort === undefined ? String(letters) : `${letters}/${sort}`;
}

function textOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value['S'] === 'string' ? value['S'] : undefined;
}

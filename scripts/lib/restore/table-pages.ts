import { ScanCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { marshall, unmarshall } from '#shared/platform/store/attribute-values.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';

type ScanOptions = {
  readonly consistent?: boolean;
  /** One of the parts that are scanned in parallel. */
  readonly segment?: { readonly index: number; readonly total: number };
  /** The key after which the scan continues. */
  readonly after?: Item | null;
  /** At most this many items of a page. */
  readonly limit?: number;
};

/** A page, and the key after which the scan continues: null at the end. */
export type TablePage = { readonly items: readonly Item[]; readonly next: Item | null };

/** Every item of a table or of a part of it, page by page, each with the position of the scan after it. */
export async function* positionedPages(
  { client, name }: WritableTable,
  { consistent = false, segment, after = null, limit }: ScanOptions = {},
): AsyncGenerator<TablePage> {
  let next = after;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: name,
        ConsistentRead: consistent,
        ...(segment ? { Segment: segment.index, TotalSegments: segment.total } : {}),
        ...(limit === undefined ? {} : { Limit: limit }),
        ...(next ? { ExclusiveStartKey: marshall(next) } : {}),
      }),
    );
    next = LastEvaluatedKey ? unmarshall(LastEvaluatedKey) : null;
    yield { items: Items.map((item) => unmarshall(item)), next };
  } while (next);
}

/** Every item of a table, page by page. */
export async function* tablePages(
  table: WritableTable,
  options: Pick<ScanOptions, 'consistent'> = {},
): AsyncGenerator<readonly Item[]> {
  for await (const { items } of positionedPages(table, options)) yield items;
}

import { randomInt } from 'node:crypto';
import type { Permission } from '#shared/domain/permissions.ts';
import { generateApiKey, hashApiKey } from '#shared/runtime/api-key.ts';
import type { Running } from './running.ts';
import { openRawTables } from './raw-tables.ts';

/**
 * Gives the demo workspace another key of its first admin with just these permissions, by writing its item: keys of narrow
 * permissions come with workspace administration.
 */
export async function addKey(
  running: Pick<Running, 'dynamodbUrl' | 'apiKey'>,
  permissions: readonly Permission[],
): Promise<string> {
  const tables = openRawTables(running);
  const text = generateApiKey((below) => randomInt(below));
  const hash = hashApiKey(text);
  await tables.rewrite((item) =>
    item['pk'] === `K#${hashApiKey(running.apiKey)}`
      ? { ...item, pk: `K#${hash}`, hash, id: `narrow-${hash.slice(0, 8)}`, permissions }
      : undefined,
  );
  tables.close();
  return text;
}

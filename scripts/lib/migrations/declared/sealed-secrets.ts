import { isUnreadable, reasonOf } from '#scripts/lib/keys/unreadable.ts';
import type { Migration, MigrationContext } from '#scripts/lib/migrations/migration.ts';
import {
  type SealedPlace,
  sealedPlaces,
  valueAt,
  withValueAt,
} from '#scripts/lib/migrations/sealed-places.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { isEnvelope } from '#shared/platform/runtime/secrets/envelope.ts';
import { keyOf, type Item } from '#shared/platform/store/table.ts';
import { endpointKey, targetKey } from '#shared/webhooks/store/keys.ts';

/**
 * Secrets that were stored before there were key pairs cost a call of KMS each, and open only with the KMS key that encrypted them. An
 * endpoint and its delivery target have the same ciphertexts, and a restore compares them, so they must have the same afterwards: the one
 * that is migrated second gets the ciphertexts of the first.
 */
export const sealedSecrets: Migration = {
  name: 'sealed-secrets',
  purpose:
    'secrets are encrypted for the key pairs of the stage, so that they cost no call of KMS each and can be recovered',
  table: 'core',
  shapes: ['endpoints', 'targets', 'notification-targets', 'accounts', 'oauth-apps', 'token-keys'],
  async change(item, context) {
    const older = sealedPlaces(item).filter(isOlder);
    if (older.length === 0) return undefined;
    const twin = await twinOf(item, context);
    let changed = item;
    for (const place of older)
      changed = withValueAt(changed, place.path, await resealed(item, place, twin, context));
    return changed;
  },
};

function isOlder({ sealed }: Pick<SealedPlace, 'sealed'>): boolean {
  return !isEnvelope(sealed);
}

/** The delivery target of an endpoint, or the endpoint of a delivery target. */
async function twinOf(item: Item, { read }: MigrationContext): Promise<Item | undefined> {
  const { pk } = keyOf(item);
  const id = String(item['id']);
  if (pk === endpointKey(id).pk) return read(targetKey(id));
  return pk === targetKey(id).pk ? read(endpointKey(id)) : undefined;
}

async function resealed(
  item: Item,
  { path, sealed, context }: SealedPlace,
  twin: Item | undefined,
  { secrets }: MigrationContext,
): Promise<string> {
  if (!secrets) throw new Error('The migration sealed-secrets needs --secret-key <SecretKeyId>.');
  const open = (text: string) => secrets.open(text, context);
  try {
    const text = await open(sealed);
    const other = valueAt(twin, path);
    const isNewer = typeof other === 'string' && !isOlder({ sealed: other });
    return isNewer && (await open(other)) === text ? other : await secrets.sealOnce(sealed, text, context);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const { pk, sk } = keyOf(item);
    throw new MalformedItemError(
      `${pk}/${sk} (${path.join('.')} cannot be encrypted again: ${reasonOf(error)})`,
    );
  }
}

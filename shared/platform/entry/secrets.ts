import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { type AwsAccess, dynamoClient, kmsClient } from '#shared/platform/runtime/aws-access.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { createBucketKeys } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { createKmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { recoveryKeyOf } from '#shared/platform/runtime/secrets/recovery-key.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';
import { createTransitBox } from '#shared/platform/runtime/secrets/transit-box.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { createDynamoBucketKeyStore } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { createTable } from '#shared/platform/store/table.ts';

/** The KMS key of a stage, for one purpose, and the clients of the function. */
export type TransitKey = { readonly id: string; readonly aws: AwsAccess };

/** The same, the table with the key pairs, and the public key for their second encryption, or `none`. */
export type SealingKey = TransitKey & { readonly table: string; readonly recoveryPublicKey: string };

/** A secret box of a function. Its clients are created at the first use. */
export function createSecrets({ id, aws, table, recoveryPublicKey }: SealingKey, clock: Clock): SecretBox {
  return onFirstUse(() => {
    const cipher = createKmsCipher(kmsClient(aws), id);
    const store = createDynamoBucketKeyStore(createTable(dynamoClient(aws), table), clock);
    const recoveryKey = recoveryKeyOf(recoveryPublicKey);
    const keys = createBucketKeys({ store, cipher, clock, random: systemRandom, recoveryKey });
    return createSecretBox({ keys, cipher, clock });
  });
}

/** A secret box for texts that are not stored. Its client is created at the first use. */
export function createTransitSecrets({ id, aws }: TransitKey, clock: Clock): SecretBox {
  return onFirstUse(() => createTransitBox(createKmsCipher(kmsClient(aws), id), clock));
}

function onFirstUse(create: () => SecretBox): SecretBox {
  let box: SecretBox | undefined;
  const used = (): SecretBox => (box ??= create());
  return {
    seal: async (...secret) => used().seal(...secret),
    open: async (...sealed) => used().open(...sealed),
  };
}

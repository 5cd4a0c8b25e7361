import { ASSUMED, PRICES } from '#bench/cost/bills/price-list.ts';
import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { BucketKey, BucketKeyStore } from '#shared/platform/runtime/secrets/bucket-key.ts';
import { createBucketKeys, textOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import type { KmsCipher } from '#shared/platform/runtime/secrets/kms-cipher.ts';
import { createSecretBox } from '#shared/platform/runtime/secrets/secret-box.ts';

/** Deliveries that are spread evenly over endpoints, each in a workspace of its own. */
export type Traffic = { readonly deliveriesPerSecond: number; readonly endpoints: number };

export type KeyCalls = Traffic & {
  readonly containers: number;
  /** Secrets that were not in the cache of the container: without key pairs, each would be a call of KMS. */
  readonly opensPerDelivery: number;
  readonly decryptsPerDelivery: number;
  readonly dollarsPerMillion: number;
  /** Reads of the key pairs in the table, in dollars per million deliveries. */
  readonly readDollarsPerMillion: number;
  readonly callsPerSecond: number;
};

/** How long a container lives. AWS does not say: one hour is a short life. After it, the caches of the next one are empty. */
const LIFETIME_SECONDS = 3600;

type Counts = { decrypts: number; reads: number; opens: number };

/** An endpoint with the ciphertext of its secret. */
type Target = { readonly context: SealContext; readonly sealed: string };

/**
 * One container for its whole life, with the secret box of the platform. Containers are alike and share nothing, so one stands for all
 * that the traffic occupies: each handles a batch of `ASSUMED.deliverBatchMessages` in `ASSUMED.deliverBatch` seconds.
 */
export async function simulate(traffic: Traffic, random: () => number): Promise<KeyCalls> {
  const { deliveriesPerSecond, endpoints } = traffic;
  const counts: Counts = { decrypts: 0, reads: 0, opens: 0 };
  const clock = { at: 0 };
  const stage = createStage(() => new Date(clock.at), random);
  const creator = stage.start();
  const targets = new Map<number, Promise<Target>>();
  /** Encrypts a secret when it is first used, because only some are. */
  async function target(at: number): Promise<Target> {
    const context = { purpose: 'signing', workspace: `workspace-${at}`, subject: `endpoint-${at}` } as const;
    return { context, sealed: await creator.seal(`whsec_${at}`, context) };
  }

  const size = ASSUMED.deliverBatchMessages;
  const containers = Math.max(1, Math.ceil((deliveriesPerSecond * ASSUMED.deliverBatch) / size));
  const batchSeconds = (size * containers) / deliveriesPerSecond;
  const container = stage.start(counts);
  let deliveries = 0;
  for (let seconds = 0; seconds < LIFETIME_SECONDS; seconds += batchSeconds) {
    clock.at = seconds * 1000;
    const batch = Array.from({ length: size }, () => Math.floor(random() * endpoints));
    await Promise.all(
      batch.map(async (at) => {
        const chosen = targets.get(at) ?? target(at);
        targets.set(at, chosen);
        const { sealed, context } = await chosen;
        await container.open(sealed, context);
      }),
    );
    deliveries += size;
  }
  const { decrypts, reads, opens } = counts;
  return {
    ...traffic,
    containers,
    opensPerDelivery: round(opens / deliveries),
    decryptsPerDelivery: round(decrypts / deliveries),
    dollarsPerMillion: round((decrypts / deliveries) * PRICES.keyRequest * 1e6),
    readDollarsPerMillion: round((reads / deliveries) * PRICES.readUnit * 1e6),
    callsPerSecond: round((decrypts / LIFETIME_SECONDS) * containers),
  };
}

/** A table and KMS in memory. `start` starts a container, whose calls are counted if it gets counters. */
function createStage(clock: () => Date, random: () => number) {
  const stored = new Map<string, BucketKey>();
  return {
    start(counts: Counts = { decrypts: 0, reads: 0, opens: 0 }) {
      const store: BucketKeyStore = {
        async find(place) {
          counts.reads += 1;
          return stored.get(textOf(place));
        },
        async create(place, key) {
          stored.set(textOf(place), key);
          return true;
        },
      };
      const cipher: KmsCipher = {
        encrypt: async (plaintext) => Buffer.from(plaintext),
        async decrypt(ciphertext) {
          counts.decrypts += 1;
          return Buffer.from(ciphertext);
        },
      };
      const keys = createBucketKeys({ store, cipher, clock, random, recoveryKey: undefined });
      const counted: typeof keys = {
        publicKey: (place) => keys.publicKey(place),
        privateKey(place) {
          counts.opens += 1;
          return keys.privateKey(place);
        },
      };
      return createSecretBox({ keys: counted, cipher, clock });
    },
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

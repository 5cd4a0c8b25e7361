import { randomBytes } from 'node:crypto';
import type { VisitorSaltStore } from '#shared/biolinks/ports/visitor-salt-store.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { createSealedKey, type SealedKey } from './sealed-key.ts';

/** The same date exists in at most three time zones' days at a time. */
const DAYS_AT_A_TIME = 3;

export type VisitorSalts = {
  /** The salt of a day, `YYYY-MM-DD`; creates it for the first visitor of the day. */
  of(day: string): Promise<Buffer>;
};

/** The salts of the hashes of visitors. A function forgets the salt of a day when it has used those of three later days. */
export function createVisitorSalts(store: VisitorSaltStore, secrets: SecretBox, clock: Clock): VisitorSalts {
  const salts = new Map<string, SealedKey>();

  return {
    of(day) {
      const salt = salts.get(day) ?? createSalt(day);
      return salt.ensure();
    },
  };

  function createSalt(day: string): SealedKey {
    const context = { purpose: 'visitor-salt', workspace: 'platform', subject: day } as const;
    const salt = createSealedKey({ store: store.of(day), secrets, clock, randomBytes }, context);
    salts.set(day, salt);
    for (const old of [...salts.keys()].toSorted().slice(0, -DAYS_AT_A_TIME)) salts.delete(old);
    return salt;
  }
}

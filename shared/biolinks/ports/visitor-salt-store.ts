import type { SealedKeyStore } from './sealed-key-store.ts';

/** The encrypted salts of the hashes of visitors, one for each day. */
export type VisitorSaltStore = {
  /** The salt of a day, `YYYY-MM-DD`. */
  of(day: string): SealedKeyStore;
};

/** Deletes salts, after which nobody can compute the hashes of their days again. */
export type VisitorSaltEraser = {
  /** Deletes the salts of all days before `day`. Returns how many there were. */
  deleteBefore(day: string): Promise<number>;
};

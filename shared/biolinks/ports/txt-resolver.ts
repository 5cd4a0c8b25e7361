/** The result of a DNS query for TXT records. */
export type TxtRecords =
  /** All TXT records of the name; empty if the name does not exist or has none. */
  | { readonly kind: 'resolved'; readonly texts: readonly string[] }
  /** No name server sent a usable response in time. */
  | { readonly kind: 'unreachable' };

/** Reads TXT records, which prove the ownership of a host (docs/specification/biolinks.md#domains). */
export type TxtResolver = {
  /** The TXT records of a name, each joined from its parts; never rejects. */
  resolve(name: string): Promise<TxtRecords>;
};

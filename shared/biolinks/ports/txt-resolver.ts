/** What the DNS said about the TXT records of a name. */
export type TxtRecords =
  /** Every text at the name; none if it does not exist or has no TXT record. */
  | { readonly kind: 'answered'; readonly texts: readonly string[] }
  /** No name server gave an answer in time, or it was no answer. */
  | { readonly kind: 'unreachable' };

/** Reads TXT records, by which owners of a host name prove that it is theirs (R32). */
export interface TxtResolver {
  /** The texts at a name, each joined from its parts; never rejects. */
  resolve(name: string): Promise<TxtRecords>;
}

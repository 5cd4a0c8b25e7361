/** The headers of an endpoint that each of its requests has: their names, and the names with their values as ciphertext. */
export type RequestHeaders = { readonly names: readonly string[]; readonly sealed: string };

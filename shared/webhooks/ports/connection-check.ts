/** The result of connecting to a target; nothing is sent over the connection. */
export type ConnectionResult =
  | { readonly reachable: true; readonly protocol: string; readonly address: string }
  | { readonly reachable: false; readonly error: string };

/** Checks whether a URL accepts connections and has a trusted certificate. */
export type ConnectionCheck = {
  /** Connects within 4 seconds and closes the connection. Never rejects. Callers check the URL with the address guard first. */
  check(url: string): Promise<ConnectionResult>;
};

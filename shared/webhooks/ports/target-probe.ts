/** What connecting to a target came to; nothing is sent over the connection. */
export type ProbeResult =
  | { readonly reachable: true; readonly protocol: string }
  | { readonly reachable: false; readonly error: string };

/** Tries whether a connection to a URL would be made and its certificate be trusted. */
export interface TargetProbe {
  /** Connects within 4 seconds and hangs up. Never rejects. The URL has passed the target guard. */
  probe(url: string): Promise<ProbeResult>;
}

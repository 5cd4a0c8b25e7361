/** The result of connecting to a target; nothing is sent over the connection. */
export type ProbeResult =
  | { readonly reachable: true; readonly protocol: string }
  | { readonly reachable: false; readonly error: string };

/** Checks whether a URL accepts connections and has a trusted certificate. */
export interface TargetProbe {
  /** Connects within 4 seconds and closes the connection. Never rejects. Callers check the URL with the target guard first. */
  probe(url: string): Promise<ProbeResult>;
}

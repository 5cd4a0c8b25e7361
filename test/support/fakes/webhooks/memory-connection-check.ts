import type { ConnectionResult, ConnectionCheck } from '#shared/webhooks/ports/connection-check.ts';

export type MemoryConnectionCheck = ConnectionCheck & {
  /** URLs that were connected to. */
  readonly checked: string[];
  /** The result of every connection from now on. */
  answer(result: ConnectionResult): void;
};

/** A connection check that connects to nothing. */
export function createMemoryConnectionCheck(): MemoryConnectionCheck {
  const checked: string[] = [];
  let next: ConnectionResult = { reachable: true, protocol: 'TLSv1.3', address: '203.0.113.7' };
  return {
    checked,
    async check(url) {
      checked.push(url);
      return next;
    },
    answer(result) {
      next = result;
    },
  };
}

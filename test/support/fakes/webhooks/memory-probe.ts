import type { ProbeResult, TargetProbe } from '#shared/webhooks/ports/target-probe.ts';

export type MemoryProbe = TargetProbe & {
  /** URLs that were connected to. */
  readonly probed: string[];
  /** The result of every connection from now on. */
  answer(result: ProbeResult): void;
};

/** A probe that connects to nothing. */
export function createMemoryProbe(): MemoryProbe {
  const probed: string[] = [];
  let next: ProbeResult = { reachable: true, protocol: 'TLSv1.3' };
  return {
    probed,
    async probe(url) {
      probed.push(url);
      return next;
    },
    answer(result) {
      next = result;
    },
  };
}

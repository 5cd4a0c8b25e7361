import type { Kind } from './planned-request.ts';

/** An error, with the request that caused it. */
export type Fault = { readonly what: string; readonly curl: string };

const MAX_SHOWN = 25;

/** Counts responses and keeps the first error of each kind. */
export function createTally() {
  const byKind: Record<Kind, number> = { valid: 0, 'near-valid': 0, garbage: 0 };
  const byStatus = new Map<number, number>();
  const succeeded = new Set<string>();
  const seen = new Set<string>();
  const faults = new Map<string, Fault & { times: number }>();
  const rejected = { requests: 0, combinations: new Set<string>() };

  return {
    count(operation: string, kind: Kind, status: number, code: string | undefined): void {
      byKind[kind] += 1;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      const combination = `${operation} ${status} ${code ?? ''}`;
      seen.add(combination);
      if (status >= 200 && status < 400) succeeded.add(operation);
      if (status >= 400) {
        rejected.requests += 1;
        rejected.combinations.add(combination);
      }
    },
    /** Errors with the same `group` count as one kind. */
    fault(group: string, fault: Fault): void {
      const known = faults.get(group);
      if (known) known.times += 1;
      else {
        faults.set(group, { ...fault, times: 1 });
        console.log(`${group}\n${fault.what}\n${fault.curl}\n`);
      }
    },
    summary(operations: readonly string[]) {
      const requests = Object.values(byKind).reduce((sum, count) => sum + count, 0);
      return {
        requests,
        byKind,
        byStatus: Object.fromEntries([...byStatus].toSorted(([a], [b]) => a - b)),
        operations: operations.length,
        neverSucceeded: operations.filter((operation) => !succeeded.has(operation)),
        operationsByStatusAndCode: seen.size,
        /** All error responses were checked for changes they left. */
        rejected: { requests: rejected.requests, combinations: rejected.combinations.size },
        faults: [...faults.values()].reduce((sum, { times }) => sum + times, 0),
      };
    },
    faults: () => [...faults].slice(0, MAX_SHOWN),
  };
}

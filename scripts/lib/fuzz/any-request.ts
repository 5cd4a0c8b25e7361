import fc from 'fast-check';
import type { OpenApi } from '#scripts/lib/conformance/open-api.ts';
import { dictionaryFor } from './dictionary.ts';
import { type Kind, type PlannedRequest, plannedRequests } from './planned-request.ts';

const SHARES: readonly (readonly [Kind, number])[] = [
  ['valid', 10],
  ['near-valid', 7],
  ['garbage', 3],
];

/** The first values of a sample are small; this many extra values are generated and skipped. */
const SMALL = 8;

/** Plans requests to all operations; the same seed gives the same requests. */
export function createPlanner(document: OpenApi, receiverUrl: string) {
  const dictionary = dictionaryFor(receiverUrl);
  const choices = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) => {
      const requests = plannedRequests(document, path, method, dictionary, receiverUrl);
      const turns = turnsOf(method, '201' in responses);
      return SHARES.map(([kind, share]) => ({ weight: turns * share, arbitrary: requests[kind] }));
    }),
  );
  const anyRequest = fc.oneof(...choices);

  return (count: number, seed: number): readonly PlannedRequest[] =>
    fc.sample(anyRequest, { seed, numRuns: count + SMALL }).slice(SMALL);
}

/** Weights of operations: resources must be created often enough to be changed, and not deleted too often. */
function turnsOf(method: string, isMaking: boolean): number {
  if (isMaking) return 8;
  return method === 'delete' || method === 'head' ? 1 : 2;
}

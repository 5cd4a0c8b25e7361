import fc from 'fast-check';
import type { OpenApi } from '#scripts/conformance/open-api.ts';
import { dictionaryFor } from './dictionary.ts';
import { type Kind, type PlannedRequest, plannedRequests } from './planned-request.ts';

const SHARES: readonly (readonly [Kind, number])[] = [
  ['valid', 10],
  ['near-valid', 7],
  ['garbage', 3],
];

/** The first values of a sample are the smallest ones: so many more are made and left out. */
const SMALL = 8;

/** Plans requests to all operations: the same from the same seed. */
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

/** How often an operation has its turn: what is never made cannot be changed, and what is always deleted is never there. */
function turnsOf(method: string, isMaking: boolean): number {
  if (isMaking) return 8;
  return method === 'delete' || method === 'head' ? 1 : 2;
}

import * as v from 'valibot';
import type { Operation } from '#shared/platform/http/operation.ts';

/** An operation of a made-up API. */
export function anOperation(overrides: Partial<Operation> = {}): Operation {
  return {
    name: 'list-things',
    product: 'workspace',
    summary: 'List the things',
    routes: [{ method: 'GET', path: '/things' }],
    access: {
      kind: 'key',
      credential: 'workspace-key',
      rule: 'all-of',
      permissions: ['workspace:settings:read'],
    },
    uses: [],
    answers: { 200: v.object({ data: v.array(v.string()) }) },
    errors: [],
    examples: [],
    ...overrides,
  };
}

import * as v from 'valibot';
import { type JsonSchema, membersOf } from '#shared/api-docs/json-schema.ts';
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
    responses: { 200: v.object({ data: v.array(v.string()) }) },
    errors: [],
    examples: [],
    ...overrides,
  };
}

/** The part of a document about one operation or webhook, with references to responses resolved. */
export function withResponses<T extends JsonSchema>(document: JsonSchema, described: T): T {
  const declared = membersOf(membersOf(document['components'])['responses']);
  const responses = Object.entries(membersOf(described['responses'])).map(([status, response]) => {
    const { $ref } = membersOf(response);
    return [
      status,
      typeof $ref === 'string' ? declared[$ref.replace('#/components/responses/', '')] : response,
    ];
  });
  return { ...described, responses: Object.fromEntries(responses) };
}

import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { hasSentence } from '#shared/platform/core/issue-sentence.ts';

/** Checks of a schema that report a message of valibot, by type, wherever they are in the schema. */
function checksWithoutMessage(part: unknown, found = new Set<string>(), seen = new Set<unknown>()) {
  if (typeof part !== 'object' || part === null || seen.has(part)) return found;
  seen.add(part);
  if ('kind' in part && part.kind === 'validation' && 'message' in part && part.message === undefined)
    found.add(String('type' in part && part.type));
  for (const inner of Object.values(part)) checksWithoutMessage(inner, found, seen);
  return found;
}

describe('the schemas of requests', () => {
  it.each(OPERATIONS)('have a sentence for every check of $name', ({ body, query, form }) => {
    const checks = [...checksWithoutMessage([body, query, form])];

    expect(checks.filter((check) => check !== 'raw_check' && !hasSentence(check))).toEqual([]);
  });

  it('are searched completely', () => {
    const checks = OPERATIONS.flatMap(({ body, query }) => [...checksWithoutMessage([body, query])]);

    expect(checks).toContain('max_length');
  });
});

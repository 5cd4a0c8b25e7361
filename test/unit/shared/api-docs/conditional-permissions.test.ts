import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { functionFolder } from '#infra/bundling/bundle.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { anOperation } from '#test/support/builders/platform/openapi-builders.ts';

/** The parts of `shared/` that require more than the permission of the operation. */
const DEMANDS = /\b(requirePublish|loadEditablePost|loadEditablePage|loadBlocks?|requireEditable)\(/u;

function sourceOf(name: string): string {
  const folder = functionFolder(name);
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

describe('conditionalPermissions', () => {
  it.each(OPERATIONS.filter(({ access }) => access.kind === 'key'))(
    'of $name equals what it requires',
    (operation) => {
      const source = sourceOf(operation.name);
      const demands = DEMANDS.test(source) || operation.errors.includes('product_not_permitted');

      expect((operation.conditionalPermissions ?? []).length > 0).toBe(demands);
    },
  );

  it('is documented in words and in data', () => {
    const operation = anOperation({
      conditionalPermissions: [{ permission: 'workspace:settings:write', when: 'the thing is locked' }],
    });
    const { paths } = JSON.parse(JSON.stringify(openApiDocument([operation], [], '1')));

    expect(paths['/things'].get.description).toBe(
      'Requires `workspace:settings:read`; also `workspace:settings:write` if the thing is locked.',
    );
    expect(paths['/things'].get['x-conditional-permissions']).toEqual(operation.conditionalPermissions);
  });
});

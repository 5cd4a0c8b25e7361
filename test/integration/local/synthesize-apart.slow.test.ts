import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { synthesizeApart } from '#local/template/synthesize-apart.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('the synthesis of the local stack', () => {
  it('reports the files that the templates depend on, and no handler', async () => {
    const { templates, inputs } = await synthesizeApart(ROOT);

    expect(Object.keys(templates)).toContain('workspace-dev-data');
    expect(inputs).toEqual(
      expect.arrayContaining([
        'cdk.json',
        'package-lock.json',
        'node_modules/.package-lock.json',
        'functions/registry.ts',
        'infra/config.ts',
        'infra/synthesize.ts',
        'shared/platform/runtime/capability-engine.ts',
        'shared/platform/store/table-definition.ts',
        ...globSync('functions/*/*/{operation,consumer}.ts', { cwd: ROOT }),
        ...globSync('infra/consumers/*.ts', { cwd: ROOT }),
      ]),
    );
    expect(inputs.filter((input) => input.endsWith('/handler.ts'))).toEqual([]);
  });
});

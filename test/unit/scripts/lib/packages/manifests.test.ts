import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';

const versions = v.optional(v.record(v.string(), v.string()), {});
const manifest = v.object({
  name: v.string(),
  version: v.string(),
  private: v.optional(v.boolean()),
  workspaces: v.optional(v.array(v.string()), []),
  devDependencies: versions,
  peerDependencies: versions,
});

const root = manifestIn('.');
const workspaces = root.workspaces.map(manifestIn);

describe('the manifests of packages', () => {
  it('are those of the client, the command line and the construct', () => {
    expect(workspaces.map(({ name }) => name)).toEqual([
      '@workspace-platform/client',
      'workspace-platform',
      '@workspace-platform/cdk',
    ]);
  });

  it.each(workspaces)('give $name the version of the repository', ({ version }) => {
    expect(version).toBe(root.version);
  });

  it.each([root, ...workspaces])('keep the sources of $name from being published', (sources) => {
    expect(sources.private).toBe(true);
  });

  it('require the version of the CDK that the templates are tested with', () => {
    expect(manifestIn('packages/cdk').peerDependencies).toEqual({
      'aws-cdk-lib': `^${root.devDependencies['aws-cdk-lib']}`,
      constructs: manifestIn('node_modules/aws-cdk-lib').peerDependencies['constructs'],
    });
  });
});

function manifestIn(folder: string) {
  return v.parse(manifest, JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8')));
}

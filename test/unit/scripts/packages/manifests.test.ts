import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';

const root = manifestIn('.');
const workspaces = root.workspaces.map((folder: string) => ({ folder, ...manifestIn(folder) }));

describe('the manifests of packages', () => {
  it('are those of the client, the command line and the construct', () => {
    expect(workspaces.map(({ name }: { name: string }) => name)).toEqual([
      '@workspace-platform/client',
      'workspace-platform',
      '@workspace-platform/cdk',
    ]);
  });

  it.each(workspaces)('give $folder the version of the repository', ({ version }) => {
    expect(version).toBe(root.version);
  });

  it.each([root, ...workspaces])('keep the sources of $name from being published', (manifest) => {
    expect(manifest.private).toBe(true);
  });

  it('require the version of the CDK that the templates are tested with', () => {
    const { peerDependencies } = manifestIn('packages/cdk');
    const { peerDependencies: ofTheCdk } = manifestIn('node_modules/aws-cdk-lib');

    expect(peerDependencies).toEqual({
      'aws-cdk-lib': `^${root.devDependencies['aws-cdk-lib']}`,
      constructs: ofTheCdk.constructs,
    });
  });
});

function manifestIn(folder: string) {
  return JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8'));
}

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { buildCli } from '#scripts/lib/packages/build-cli.ts';
import {
  createForeignProject,
  type ForeignProject,
} from '#test/support/fixtures/platform/packages/foreign-project.ts';
import {
  packPackage,
  type PackedPackage,
  unwantedFiles,
} from '#test/support/fixtures/platform/packages/packed-package.ts';

const SOURCE = join(REPOSITORY, 'clients/cli');
const PROGRAM = 'workspace-platform.js';
/** Bytes. */
const SIZE_LIMIT = 200_000;

describe('workspace-platform', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cli-package-'));
  let packed: PackedPackage;
  let project: ForeignProject;

  beforeAll(() => {
    buildCli(join(folder, 'built'), undefined);
    packed = packPackage(join(folder, 'built'), join(folder, 'packed'));
    project = createForeignProject({
      folder: join(folder, 'project'),
      dependencies: { 'workspace-platform': `file:${packed.tarball}` },
      provided: Object.keys(Object(packed.manifest['optionalDependencies'] ?? {})),
    });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains one program that may be executed, and nothing of this machine', () => {
    expect(packed.files).toEqual(
      ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'package.json', PROGRAM].toSorted(),
    );
    expect(unwantedFiles(packed)).toEqual([]);
    expect(packed.size).toBeLessThan(SIZE_LIMIT);
    expect(statSync(join(packed.folder, PROGRAM)).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(packed.folder, PROGRAM), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/u);
  });

  it('depends on nothing but the optional packages of its source', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));

    expect(packed.manifest).not.toHaveProperty('dependencies');
    expect(packed.manifest['optionalDependencies']).toEqual(optionalDependencies);
  });

  it('names the license of what it contains', () => {
    const notices = readFileSync(join(packed.folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

    expect(notices).toMatch(/^=== openapi-fetch [\d.]+ \(MIT\)$/mu);
    expect(notices).toContain('Permission is hereby granted');
  });

  it('has no repository if it is not built by GitHub, so that npm rejects its provenance', () => {
    expect(packed.manifest).not.toHaveProperty('repository');
  });

  it.each([
    ['--help', /listen/u],
    ['--version', /^\d+\.\d+\.\d+$/u],
  ])('runs outside of the repository with %s', async (option, expected) => {
    const { stdout } = await project.run('npx', ['--offline', 'workspace-platform', option]);

    expect(stdout.trim()).toMatch(expected);
  });

  it('rejects an unknown command outside of the repository', async () => {
    const ended = project.run('npx', ['--offline', 'workspace-platform', 'lisen']);

    await expect(ended).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('listen') });
  });
});

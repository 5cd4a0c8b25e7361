import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const versions = v.optional(v.record(v.string(), v.string()), {});

const dependencies = v.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const manifest = v.parse(
  v.object({ ...dependencies.entries, allowScripts: v.record(v.string(), v.boolean()) }),
  JSON.parse(read('package.json')),
);
const { packages } = v.parse(
  v.object({
    packages: v.record(
      v.string(),
      v.object({
        version: v.optional(v.string()),
        integrity: v.optional(v.string()),
        inBundle: v.optional(v.boolean(), false),
        link: v.optional(v.boolean(), false),
        os: v.optional(v.array(v.string())),
        cpu: v.optional(v.array(v.string())),
        optionalDependencies: versions,
        hasInstallScript: v.optional(v.boolean(), false),
      }),
    ),
  }),
  JSON.parse(read('package-lock.json')),
);

describe('pins', () => {
  it('are exact versions', () => {
    const workspaces = globSync('clients/*/package.json', { cwd: ROOT }).map(read);
    const manifests = [manifest, ...workspaces.map((text) => v.parse(dependencies, JSON.parse(text)))];
    const all = manifests.flatMap((each) =>
      [each.dependencies, each.devDependencies, each.optionalDependencies].flatMap((some) =>
        Object.entries(some),
      ),
    );

    expect(all.map(([name]) => name)).toContain('@napi-rs/keyring');
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('pin the same Node for tools and for people', () => {
    expect(read('.node-version').trim()).toBe(manifest.devDependencies['node']);
  });

  it('pin every action to its commit and state its version', () => {
    const steps = globSync('.github/workflows/*.yml', { cwd: ROOT }).flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => /\buses:/.test(line)),
    );

    expect(steps).not.toEqual([]);
    expect(steps.filter((step) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(step))).toEqual([]);
  });
});

describe('package-lock.json', () => {
  // npm omits packages that it could not fetch while it wrote the file, and `npm ci` then rejects the file everywhere.
  it('lists the binaries of every platform', () => {
    const wanted = Object.values(packages).flatMap(({ optionalDependencies }) =>
      Object.keys(optionalDependencies),
    );
    const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));

    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  // npm downloads every optional package that `os` and `cpu` do not exclude, with or without an integrity.
  it('has an integrity for every package that is not limited to one platform', () => {
    const unverified = Object.entries(packages).filter(
      ([path, { integrity, inBundle, link }]) =>
        // Workspaces are folders of this repository, and links to them.
        path.includes('node_modules/') && integrity === undefined && !inBundle && !link,
    );

    expect(unverified.filter(([, { os, cpu }]) => !os || !cpu).map(([path]) => path)).toEqual([]);
    // docs/security.md#decisions: tools for developers, none for the platform of CI and none that is deployed.
    const tools = /^node_modules\/(?:@dynoxide|@oxc-parser|@oxfmt|@oxlint|@oxlint-tsgolint)\//u;
    expect(unverified.filter(([path]) => !tools.test(path)).map(([path]) => path)).toEqual([]);
    const ofCi = unverified.filter(
      ([path, { os, cpu }]) => os?.includes('linux') && cpu?.includes('x64') && !path.endsWith('-musl'),
    );
    expect(ofCi.map(([path]) => path)).toEqual([]);
    expect(unverified.length).toBeLessThanOrEqual(57);
  });

  it('locks the DynamoDB emulator for every platform it is published for', () => {
    const emulators = Object.entries(packages).filter(([path]) => path.includes('/@dynoxide/'));

    expect(emulators.map(([path, { os, cpu }]) => [path, os, cpu])).toEqual([
      ['node_modules/@dynoxide/darwin-arm64', ['darwin'], ['arm64']],
      ['node_modules/@dynoxide/darwin-x64', ['darwin'], ['x64']],
      ['node_modules/@dynoxide/linux-arm64', ['linux'], ['arm64']],
      ['node_modules/@dynoxide/linux-x64', ['linux'], ['x64']],
      ['node_modules/@dynoxide/win32-x64', ['win32'], ['x64']],
    ]);
    expect(new Set(emulators.map(([, { version }]) => version))).toEqual(
      new Set(Object.values(manifest.optionalDependencies)),
    );
  });

  it('contains no registry', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
  });

  it('has install scripts only for reviewed packages', () => {
    const scripted = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1));

    expect(new Set(scripted)).toEqual(new Set(Object.keys(manifest.allowScripts)));
  });
});

function read(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

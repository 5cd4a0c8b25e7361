import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findDynoxide, PLATFORMS } from '#local/dynamodb/find-dynoxide.ts';

type Given = { platform?: string; arch?: string; path?: string; packages?: string[]; files?: string[] };

/** Searches a machine that has only the given packages (in `/modules`) and executable files. */
function find({ platform = 'linux', arch = 'x64', path, packages = [], files = [] }: Given): string {
  return findDynoxide({
    platform,
    arch,
    path,
    packageFolder: (name) => (packages.includes(name) ? `/modules/${name}` : undefined),
    isExecutable: (file) => files.includes(file),
  });
}

describe('findDynoxide', () => {
  it.each([
    ['darwin', 'arm64', '/modules/@dynoxide/darwin-arm64/dynoxide'],
    ['darwin', 'x64', '/modules/@dynoxide/darwin-x64/dynoxide'],
    ['linux', 'arm64', '/modules/@dynoxide/linux-arm64/dynoxide'],
    ['linux', 'x64', '/modules/@dynoxide/linux-x64/dynoxide'],
    ['win32', 'x64', '\\modules\\@dynoxide\\win32-x64\\dynoxide.exe'],
  ])('uses the npm package of %s-%s before the PATH', (platform, arch, file) => {
    const onPath = platform === 'win32' ? 'C:\\tools\\dynoxide.exe' : '/usr/bin/dynoxide';
    const path = platform === 'win32' ? 'C:\\tools' : '/usr/bin';
    const packages = [`@dynoxide/${platform}-${arch}`];

    expect(find({ platform, arch, path, packages, files: [file, onPath] })).toBe(file);
  });

  it.each([
    ['linux', 'riscv64', '/usr/bin:/opt/bin', '/opt/bin/dynoxide'],
    ['darwin', 'arm64', '/opt/homebrew/bin:/usr/bin', '/opt/homebrew/bin/dynoxide'],
    ['win32', 'arm64', 'C:\\Windows;C:\\tools', 'C:\\tools\\dynoxide.exe'],
  ])('uses the PATH on %s-%s without the package', (platform, arch, path, file) => {
    expect(find({ platform, arch, path, files: [file] })).toBe(file);
  });

  it('uses the PATH if the package is installed without its binary', () => {
    const packages = ['@dynoxide/linux-x64'];

    expect(find({ packages, path: '/usr/bin', files: ['/usr/bin/dynoxide'] })).toBe('/usr/bin/dynoxide');
  });

  it('uses the first of several binaries on the PATH', () => {
    const files = ['/first/dynoxide', '/second/dynoxide'];

    expect(find({ path: '/none:/first:/second', files })).toBe('/first/dynoxide');
  });

  it.each(['', ':', '/usr/bin:'])('never searches the current folder for the PATH "%s"', (path) => {
    expect(() => find({ path, files: ['dynoxide', './dynoxide', '/dynoxide'] })).toThrow('No DynamoDB');
  });

  it('explains every option if nothing is found', () => {
    expect(() => find({ platform: 'darwin', arch: 'arm64', path: '/usr/bin' })).toThrow(
      `No DynamoDB emulator was found. There are three options:
1. npm: Run "npm ci" without "--omit=optional". It installs @dynoxide/darwin-arm64, which is missing.
2. PATH: Install dynoxide 1.2.1 from https://github.com/nubo-db/dynoxide into a folder of the PATH.
3. DYNAMODB_ENDPOINT: Start another emulator, such as DynamoDB Local, and set this variable to its URL.`,
    );
  });

  it('lists the supported platforms if there is no package for this one', () => {
    expect(() => find({ platform: 'win32', arch: 'arm64' })).toThrow(
      /^1\. npm: This option does not exist on win32-arm64\. .* darwin-arm64, .*, win32-x64\.$/m,
    );
  });

  it.skipIf(process.env['DYNAMODB_ENDPOINT'] !== undefined)('finds a binary on this machine', () => {
    expect(findDynoxide()).toMatch(/dynoxide(\.exe)?$/);
  });
});

describe('PLATFORMS', () => {
  it('equal the optional dependencies, in the version that the error message recommends', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(optionalDependencies).toEqual(
      Object.fromEntries(PLATFORMS.map((platform) => [`@dynoxide/${platform}`, '1.2.1'])),
    );
  });
});

import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, posix, win32 } from 'node:path';
import { LocalError } from '#local/local-error.ts';

/** Platforms with an npm package, as `process.platform`-`process.arch`. They equal the optional dependencies. */
export const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

/** Everything that decides which binary is used. */
export type Machine = {
  readonly platform: string;
  readonly arch: string;
  /** The variable `PATH`. */
  readonly path: string | undefined;
  /** The folder of an installed npm package. */
  packageFolder(name: string): string | undefined;
  isExecutable(file: string): boolean;
};

/**
 * Returns the path of the DynamoDB emulator: the binary in the npm package for this platform, otherwise `dynoxide` on the
 * PATH. Throws a `LocalError` that explains every option if neither exists.
 */
export function findDynoxide(machine: Machine = thisMachine()): string {
  const platform = `${machine.platform}-${machine.arch}`;
  const isWindows = machine.platform === 'win32';
  const { join, delimiter } = isWindows ? win32 : posix;
  const installed = machine.packageFolder(`@dynoxide/${platform}`);
  // An empty entry of the PATH means the current folder, which must not decide what is executed.
  const searched = (machine.path ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = [...(installed === undefined ? [] : [installed]), ...searched]
    .map((folder) => join(folder, isWindows ? 'dynoxide.exe' : 'dynoxide'))
    .find((file) => machine.isExecutable(file));
  if (found === undefined) throw new LocalError(explain(platform));
  return found;
}

function explain(platform: string): string {
  const fromNpm = PLATFORMS.includes(platform)
    ? `Run "npm ci" without "--omit=optional". It installs @dynoxide/${platform}, which is missing.`
    : `This option does not exist on ${platform}. The npm packages are for ${PLATFORMS.join(', ')}.`;
  return `No DynamoDB emulator was found. There are three options:
1. npm: ${fromNpm}
2. PATH: Install dynoxide 1.2.1 from https://github.com/nubo-db/dynoxide into a folder of the PATH.
3. DYNAMODB_ENDPOINT: Start another emulator, such as DynamoDB Local, and set this variable to its URL.`;
}

function thisMachine(): Machine {
  const { resolve } = createRequire(import.meta.url);
  return {
    platform: process.platform,
    arch: process.arch,
    path: process.env['PATH'],
    packageFolder(name) {
      try {
        return dirname(resolve(`${name}/package.json`));
      } catch {
        return undefined;
      }
    },
    isExecutable(file) {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    },
  };
}

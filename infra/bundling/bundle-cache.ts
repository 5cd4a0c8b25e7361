import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { derivationOf } from '#shared/platform/runtime/derived-files.ts';
import { BUNDLE_FOLDER, bundle, functionNames } from './bundle.ts';
import { BUNDLED_ASSETS } from './bundled-assets.ts';
import { digestInputs } from './digest-inputs.ts';

export type Build = {
  /** File that stores the inputs of the last build and their digest. */
  readonly record: string;
  /** Inputs that are not files, such as the names of the functions. */
  readonly about: string;
  /** Runs the build and returns its input files. */
  readonly build: () => readonly string[];
};

/** Inputs of the bundle that esbuild does not report. */
const RECIPE = [
  'infra/bundling/bundle.ts',
  'infra/bundling/bundled-assets.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/**
 * Bundles the functions unless the inputs of the last bundle are unchanged. Bundling takes most of the time of a synthesis, and
 * a deployment synthesizes more than once: for its diff, its change set, each stage.
 */
export function ensureBundle(): void {
  const assets = Object.values(BUNDLED_ASSETS).flatMap((files) =>
    files.map(({ path }) => derivationOf(path)?.from ?? path),
  );
  buildIfChanged({
    record: `${BUNDLE_FOLDER}.json`,
    about: JSON.stringify([functionNames(), BUNDLED_ASSETS]),
    build: () =>
      [...Object.keys(bundle().inputs), ...assets, ...RECIPE].map((path) => join(REPOSITORY, path)),
  });
}

/** Builds if any input changed since the last successful build. Returns whether it built. */
export function buildIfChanged({ record, about, build }: Build): boolean {
  const files = readInputs(record);
  if (files !== undefined && files.digest === digestInputs(files.files, about)) return false;
  // Deleted first, so that the output of an aborted build is never reused.
  rmSync(record, { force: true });
  const built = build().toSorted();
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ files: built, digest: digestInputs(built, about) }));
  return true;
}

function readInputs(record: string): { files: readonly string[]; digest: string } | undefined {
  if (!existsSync(record)) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(record, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  if (!('files' in parsed) || !('digest' in parsed)) return undefined;
  const { files, digest } = parsed;
  if (!Array.isArray(files) || typeof digest !== 'string') return undefined;
  return { files: files.map(String), digest };
}

import { BUNDLE_FOLDER, bundle, functionNames } from './bundle.ts';
import { FILES_BESIDE } from './files-beside.ts';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Build = {
  /** File that remembers what the last build was made of. */
  readonly record: string;
  /** What decides beside the files that went in, such as names of functions. */
  readonly about: string;
  /** Builds, and gives the files that went in. */
  readonly build: () => readonly string[];
};

/** How the functions are bundled, beside what esbuild read. */
const RECIPE = [
  'infra/bundling/bundle.ts',
  'infra/bundling/files-beside.ts',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Bundles the functions unless the last bundle was made of exactly what is there now. Bundling is most of a synthesis, and a
 * deployment synthesizes more than once: for its difference, its change set, each stage.
 */
export function ensureBundle(): void {
  const beside = Object.values(FILES_BESIDE).flatMap((files) => files.map(({ path }) => path));
  buildIfChanged({
    record: `${BUNDLE_FOLDER}.json`,
    about: JSON.stringify([functionNames(), FILES_BESIDE]),
    build: () =>
      [...Object.keys(bundle().inputs), ...beside, ...RECIPE].map((path) => join(REPOSITORY, path)),
  });
}

/** Builds if anything changed since the last time that it ended well. Says whether it did. */
export function buildIfChanged({ record, about, build }: Build): boolean {
  const files = filesOf(record);
  if (files !== undefined && files.digest === digestOf(files.files, about)) return false;
  // Before anything is overwritten: what a build that breaks off leaves behind must not count.
  rmSync(record, { force: true });
  const built = build().toSorted();
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ files: built, digest: digestOf(built, about) }));
  return true;
}

function filesOf(record: string): { files: readonly string[]; digest: string } | undefined {
  if (!existsSync(record)) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(record, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  if (!('files' in parsed) || !('digest' in parsed)) return undefined;
  const { files, digest } = parsed;
  if (!Array.isArray(files) || typeof digest !== 'string') return undefined;
  return { files: files.map(String), digest };
}

function digestOf(files: readonly string[], about: string): string {
  const hash = createHash('sha256').update(about);
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : 'missing';
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

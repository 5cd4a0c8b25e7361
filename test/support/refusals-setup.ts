import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ANSWERS_FOLDER, readAnswers, unseenRefusals } from './answers-seen.ts';

/** Projects that ask operations for what they refuse. */
const ASKING = 'test/{unit,property,contract,model,integration,e2e}/**/*.test.ts';

let run: TestProject['vitest'] | undefined;
let folder: string | undefined;

/** Has the workers take down what is answered, as it is known only at the end whether this was the whole suite. */
export function setup({ vitest }: TestProject): void {
  run = vitest;
  folder ??= mkdtempSync(join(tmpdir(), 'answers-seen-'));
  process.env[ANSWERS_FOLDER] ??= folder;
}

/** Fails a whole and otherwise successful run in which no test has reached a refusal that is documented. */
export async function teardown(): Promise<void> {
  if (folder === undefined || run === undefined) return;
  try {
    if (!isWhole(run)) return;
    const { OPERATIONS } = await import('#functions/registry.ts');
    const unseen = unseenRefusals(OPERATIONS, readAnswers(folder));
    for (const refusal of unseen) process.stderr.write(`is documented, and no test reaches it: ${refusal}\n`);
    if (unseen.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether every file that asks was run, and every test in it. */
function isWhole({ config, state }: TestProject['vitest']): boolean {
  const modules = state.getTestModules();
  const passed = new Set(
    modules.filter((each) => each.ok()).map(({ moduleId }) => relative(config.root, moduleId)),
  );
  return (
    config.testNamePattern === undefined &&
    globSync(ASKING, { cwd: config.root }).every((path) => passed.has(path))
  );
}

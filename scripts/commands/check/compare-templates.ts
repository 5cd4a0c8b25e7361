import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { synthesizeTree } from '#scripts/lib/templates/synthesize-tree.ts';
import { templateDifferences } from '#scripts/lib/templates/template-differences.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const USAGE = `npm run check -- compare-templates <git revision>

Synthesizes dev, staging, prod, prod with test settings, and prod with every option, of that revision and of the working tree. Prints each
difference, and nothing if there is none: + and - are added and removed resources, ~ is a changed value. Hashes of assets and versions,
and the order of statements, actions and variables, are ignored. Ends with 1 if there is a difference.`;

const [revision] = process.argv.slice(2);
if (revision === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const differences = templateDifferences(synthesizeRevision(revision), synthesizeTree(ROOT));
  for (const difference of differences) console.log(difference);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

/** In a temporary worktree, with the packages of the working tree. */
function synthesizeRevision(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'compare-templates-'));
  const git = (...parameters: readonly string[]) =>
    execFileSync('git', parameters, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const tree = join(folder, 'tree');
  try {
    git('worktree', 'add', '--quiet', '--detach', tree, commit);
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    return synthesizeTree(tree);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

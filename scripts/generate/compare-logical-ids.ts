import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { logicalIdChanges } from './logical-id-changes.ts';

/** Prints the logical ids that the snapshots of the stacks gained and lost since a commit: `-- <git-ref>`. */
const FOLDER = 'test/infra/__snapshots__';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [, , ref = 'HEAD'] = process.argv;

const committed = execFileSync('git', ['ls-tree', '--name-only', ref, `${FOLDER}/`], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '');
const before = committed.map((path) =>
  execFileSync('git', ['show', `${ref}:${path}`], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
);
const after = readdirSync(`${ROOT}${FOLDER}`).map((file) => readFileSync(`${ROOT}${FOLDER}/${file}`, 'utf8'));

const { added, removed } = logicalIdChanges(before, after);
for (const id of removed) console.log(`- ${id}`);
for (const id of added) console.log(`+ ${id}`);
console.log(`${removed.length} logical ids removed, ${added.length} added since ${ref}`);

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Files with one violation each, by the rule that must find it. Import rules are checked by `npm run architecture`. */
const MISTAKES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'typescript(no-floating-promises)': ['shared/http/floating.ts', 'Promise.resolve(1);'],
  'typescript(switch-exhaustiveness-check)': [
    'shared/http/switch.ts',
    "export function f(x: 'a' | 'b'): void { switch (x) { case 'a': break; } }",
  ],
  'typescript(no-explicit-any)': ['shared/http/any.ts', 'export type A = any;'],
  'typescript(no-non-null-assertion)': [
    'shared/http/non-null.ts',
    'export const f = (x: string | undefined): number => x!.length;',
  ],
  'import(no-default-export)': ['shared/http/default-export.ts', 'export default 1;'],
  'import(no-cycle)': ['shared/http/cycle.ts', "export { g as f } from '#shared/http/cycle-back.ts';"],
  'node(no-process-env)': ['shared/http/environment.ts', "export const e = process.env['STAGE'];"],
  'eslint(no-warning-comments)': ['shared/http/later.ts', 'export const later = 1; // TODO'],
  'unicorn(filename-case)': ['shared/http/notKebab.ts', 'export const kebab = 1;'],
  'vitest(no-restricted-vi-methods)': [
    'test/unit/mock.test.ts',
    "import { expect, it, vi } from 'vitest';\nvi.mock('#shared/http/any.ts');\nit('holds', () => { expect(1).toBe(1); });",
  ],
  'unused directive': [
    'shared/http/unused.ts',
    '// oxlint-disable-next-line no-empty\nexport const unused = 1;',
  ],
};

const FORBIDDEN_IMPORT = ['shared/http/b.ts', '../store/table.ts'] as const;

let folder: string;
let found: ReadonlySet<string>;

describe('lint configuration', () => {
  it('lists exceptions only for existing files', () => {
    const text = readFileSync(join(REPOSITORY, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
    const { overrides }: { overrides: { files: string[] }[] } = JSON.parse(text);
    const paths = overrides.flatMap(({ files }) => files).filter((file) => !file.includes('*'));

    expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
  });
});

describe('lint configuration, planted violations', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lint-'));
    copyFileSync(join(REPOSITORY, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    plant(['tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext' } })]);
    plant(['package.json', JSON.stringify({ type: 'module', imports: { '#shared/*': './shared/*' } })]);
    plant(['shared/http/cycle-back.ts', "export { f as g } from '#shared/http/cycle.ts';"]);
    for (const file of Object.values(MISTAKES)) plant(file);
    plant([FORBIDDEN_IMPORT[0], `import type {} from '${FORBIDDEN_IMPORT[1]}';\nexport const one = 1;`]);
    found = lint();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(Object.entries(MISTAKES).map(([rule, [path]]) => [rule, path]))('finds %s in %s', (rule, path) => {
    expect(found).toContain(`${path}: ${rule}`);
  });

  it('finds a relative import of another folder', () => {
    expect(found).toContain(`${FORBIDDEN_IMPORT[0]}: eslint(no-restricted-imports)`);
  });
});

function plant([path, text]: readonly [string, string]): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${text}\n`);
}

/** The findings of the linter of this repository in the planted files, as `path: rule`. */
function lint(): ReadonlySet<string> {
  const oxlint = join(REPOSITORY, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json'], { cwd: folder, timeout: 20_000 });
  const { diagnostics } = JSON.parse(stdout.toString()) as {
    diagnostics: { code?: string; filename: string }[];
  };
  return new Set(diagnostics.map(({ code, filename }) => `${filename}: ${code ?? 'unused directive'}`));
}

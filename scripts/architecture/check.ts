import { LINE_LIMITS, LONGER } from './length-limits.ts';
import { matchesGlob } from 'node:path';
import { readSource, type Source } from './read-source.ts';
import {
  COMPUTED_IMPORTERS,
  EMPTY_NAMES,
  ENTRIES,
  ENVIRONMENT_READERS,
  PURE,
  RESERVED,
  ROOMS,
} from './rules.ts';

/** One broken rule. `to` is what must not be imported; other rules concern the file alone. */
export type Violation = { readonly from: string; readonly to?: string; readonly rule: string };

/** Checks every file (path from the root to its text) against `rules.ts`; empty when all is well. */
export function checkArchitecture(files: Readonly<Record<string, string>>): readonly Violation[] {
  return Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => readSource(path, text))
    .flatMap((source) => [...brokenEdges(source), ...brokenContent(source), ...brokenForm(source)]);
}

/** `from → to (rule)`, as the reader of a failed check sees it. */
export function printViolation({ from, to, rule }: Violation): string {
  return to === undefined ? `${from} (${rule})` : `${from} → ${to} (${rule})`;
}

function* brokenEdges(source: Source): Iterable<Violation> {
  const { path } = source;
  const room = ROOMS.find(({ files }) => matchesGlob(path, files));
  if (!room) {
    yield { from: path, rule: 'a file outside every room: name its room in scripts/architecture/rules.ts' };
    return;
  }
  const folder = path.split('/').slice(0, 2).join('/');
  for (const { line, to, typeOnly } of source.imports) {
    const from = `${path}:${line}`;
    if (to === undefined) {
      if (!matchesAny(path, COMPUTED_IMPORTERS))
        yield { from, to: '?', rule: 'an import path that is computed cannot be checked' };
      continue;
    }
    const target = isProjectPath(to) ? to : `package/${to}`;
    const reserved = RESERVED.find(
      ({ targets, onlyIn }) => matchesAny(target, targets) && !matchesAny(path, onlyIn),
    );
    const allowed = [...room.mayImport, ...(typeOnly ? (room.mayImportTypes ?? []) : [])];
    if (reserved) yield { from, to, rule: reserved.rule };
    else if (!allowed.some((glob) => matchesGlob(target, glob.replace('{folder}', folder))))
      yield { from, to, rule: room.rule };
  }
}

function* brokenContent({ path, ...source }: Source): Iterable<Violation> {
  for (const error of source.syntaxErrors) yield { from: path, rule: `cannot be read: ${error}` };
  for (const { line, text } of source.wildcardExports)
    yield {
      from: `${path}:${line}`,
      to: text,
      rule: 'no barrels: name what is exported where it is declared',
    };
  if (!matchesAny(path, ENVIRONMENT_READERS))
    for (const { line } of source.environmentReads)
      yield { from: `${path}:${line}`, rule: 'process.env is read by entries only' };
  if (matchesAny(path, PURE))
    for (const { line, text } of source.impurities)
      yield { from: `${path}:${line}`, rule: `${text}: the domain gets time, chance and ids as arguments` };
}

function* brokenForm({ path, lines }: Source): Iterable<Violation> {
  const limit = LONGER[path]?.lines ?? LINE_LIMITS.find(({ files }) => matchesGlob(path, files))?.lines;
  if (limit !== undefined && lines > limit) yield { from: path, rule: `${lines} lines, at most ${limit}` };
  if (path.endsWith('/index.ts') && !matchesAny(path, ENTRIES))
    yield { from: path, rule: 'no barrels: only the entry of a function is called index.ts' };
  const [empty] = EMPTY_NAMES.exec(path) ?? [];
  if (empty !== undefined) yield { from: path, rule: `a name that says nothing: ${empty}` };
}

function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

/** Paths of this repository begin with the folder of a room; anything else is a package. */
function isProjectPath(to: string): boolean {
  return to.startsWith('.') || ROOMS.some(({ files }) => to.startsWith(`${files.split('/')[0]}/`));
}

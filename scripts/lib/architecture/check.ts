import { matchesGlob } from 'node:path';
import { folderCircles } from './folder-circles.ts';
import { DOMAIN_PACKAGES, type Exception, EXCEPTIONS, LAYERS, PRODUCTS, type Layer } from './layers.ts';
import { LINE_LIMITS, LONGER } from './length-limits.ts';
import { readSource, type Source } from './read-source.ts';
import {
  COMPUTED_IMPORTERS,
  AREAS,
  EMPTY_NAMES,
  ENTRIES,
  ENVIRONMENT_READERS,
  RESERVED,
  WITHOUT_CIRCLES,
} from './rules.ts';

/** A violated rule. `to` is the forbidden import; rules about the file itself have none. */
export type Violation = { readonly from: string; readonly to?: string; readonly rule: string };

/** Checks all files (path from the root → text) against `layers.ts` and `rules.ts`; empty if there are no violations. */
export function checkArchitecture(
  files: Readonly<Record<string, string>>,
  exceptions: readonly Exception[] = EXCEPTIONS,
): readonly Violation[] {
  const sources = Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => readSource(path, text));
  return [
    ...sources.flatMap((source) => [
      ...brokenEdges(source, exceptions),
      ...brokenContent(source),
      ...brokenForm(source),
    ]),
    ...folderCircles(sources, WITHOUT_CIRCLES).map(({ folders, imports }) => ({
      from: [...folders, folders[0]].join(' → '),
      rule: `folders import each other in a circle: ${imports.join(', ')}`,
    })),
  ];
}

/** A violation as one line: `from → to (rule)`. */
export function printViolation({ from, to, rule }: Violation): string {
  return to === undefined ? `${from} (${rule})` : `${from} → ${to} (${rule})`;
}

function* brokenEdges(source: Source, exceptions: readonly Exception[]): Iterable<Violation> {
  const { path } = source;
  const broken = path.startsWith('shared/') ? sharedRule(path) : areaRule(path);
  if (broken === undefined) {
    yield { from: path, rule: 'no rule for this file: add its folder to scripts/lib/architecture' };
    return;
  }
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
    const rules = [...broken(target, typeOnly), ...functionRules(path, target)];
    if (reserved) rules.push(reserved.rule);
    if (rules.length > 0 && !exceptions.some((one) => applies(one, path, target)))
      yield { from, to, rule: placed(path, target, rules.join('; ')) };
  }
}

/** Returns the rules that an import violates. */
type Edge = (target: string, typeOnly: boolean) => readonly string[];

function areaRule(path: string): Edge | undefined {
  const area = AREAS.find(({ files }) => matchesGlob(path, files));
  if (area === undefined) return undefined;
  const { mayImport, mayImportTypes = [], rule } = area;
  const folder = path.split('/').slice(0, 3).join('/');
  return (target, typeOnly) => {
    const allowed = [...mayImport, ...(typeOnly ? mayImportTypes : [])];
    return allowed.some((glob) => matchesGlob(target, glob.replace('{folder}', folder))) ? [] : [rule];
  };
}

function sharedRule(path: string): Edge | undefined {
  const own = layerOf(path);
  if (own === undefined || !(productOf(path) in PRODUCTS)) return undefined;
  return (target) => {
    if (target.startsWith('package/') || target.startsWith('packages/')) {
      const isForbidden = own.name === 'domain' && !matchesAny(target, DOMAIN_PACKAGES);
      return isForbidden ? ['the domain imports no SDK, no clock and no Node module'] : [];
    }
    const layer = layerOf(target);
    if (layer === undefined) return ['shared/ imports shared/ only'];
    return [...productRules(path, target), ...layerRules(own, layer)];
  };
}

/** A function imports the products that its own product imports. */
function functionRules(path: string, target: string): readonly string[] {
  const isFunction = matchesGlob(path, 'functions/*/*/**') && target.startsWith('shared/');
  return isFunction ? productRules(path, target) : [];
}

function productRules(path: string, target: string): readonly string[] {
  const [own, other] = [productOf(path), productOf(target)];
  const allowed = PRODUCTS[own] ?? [];
  if (own === other || allowed.includes(other)) return [];
  return [`the product ${own} imports ${['itself', ...allowed].join(', ')}, not ${other}`];
}

function layerRules(own: Layer, other: Layer): readonly string[] {
  if (own === other || own.mayImport.includes(other.name)) return [];
  return [`the layer ${own.name} imports ${['itself', ...own.mayImport].join(', ')}, not ${other.name}`];
}

/** A rule with product and layer of both files, where both have them. */
function placed(path: string, target: string, rule: string): string {
  const places = [placeOf(path), placeOf(target)];
  return places.includes(undefined) ? rule : `${places.join(' → ')}: ${rule}`;
}

function placeOf(path: string): string | undefined {
  if (matchesGlob(path, 'functions/*/*/**')) return `${productOf(path)}/function`;
  const layer = path.startsWith('shared/') ? layerOf(path) : undefined;
  return layer && `${productOf(path)}/${layer.name}`;
}

function productOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ files }) => matchesAny(path, files));
}

function applies({ from, to }: Exception, path: string, target: string): boolean {
  return matchesGlob(path, from) && matchesGlob(target, to);
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
  if (layerOf(path)?.name === 'domain')
    for (const { line, text } of source.impurities)
      yield {
        from: `${path}:${line}`,
        rule: `${text}: the domain gets time, randomness and ids as arguments`,
      };
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

/** Paths of this repository start with a top-level folder, except for its feature flags; anything else is a package. */
function isProjectPath(to: string): boolean {
  return (
    to.startsWith('.') ||
    to === 'cdk.json' ||
    to.startsWith('shared/') ||
    AREAS.some(({ files }) => to.startsWith(`${files.split('/')[0]}/`))
  );
}

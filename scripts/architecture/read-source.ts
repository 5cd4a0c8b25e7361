import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { BindingPattern, ImportDeclarationSpecifier, Node } from 'oxc-parser';

/** One import of a file: static, dynamic, re-export or a type written as `import('…')`. */
export type Import = {
  readonly line: number;
  /** A path from the repository's root, a package with its subpath, or `undefined` when it is computed. */
  readonly to: string | undefined;
  readonly typeOnly: boolean;
};

/** A line and what stands there. */
export type Sighting = { readonly line: number; readonly text: string };

/** What the rules look at in one file. */
export type Source = {
  readonly path: string;
  readonly lines: number;
  readonly syntaxErrors: readonly string[];
  readonly imports: readonly Import[];
  readonly wildcardExports: readonly Sighting[];
  readonly environmentReads: readonly Sighting[];
  /** Reads of the clock, of chance, of the network: what makes a function answer differently on the same input. */
  readonly impurities: readonly Sighting[];
};

const IMPURE_MEMBERS = /^(Date\.now|Math\.random|performance\.\w+|crypto\.\w+|process\.\w+)$/;
const IMPURE_CALLS = /^(Date|fetch|setTimeout|setInterval|setImmediate)$/;

/** Parses one TypeScript file. One that is no valid syntax has `syntaxErrors` and nothing else. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  const syntaxErrors = errors.map(({ message }) => message);
  const imports: Import[] = [];
  const wildcardExports: Sighting[] = [];
  const environmentReads: Sighting[] = [];
  const impurities: Sighting[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const sight = (into: Sighting[], node: { start: number }, seen: string) =>
    into.push({ line: lineOf(node.start), text: seen });
  const edge = (node: { start: number }, specifier: string | undefined, typeOnly: boolean) =>
    imports.push({
      line: lineOf(node.start),
      to: specifier === undefined ? undefined : targetOf(path, specifier),
      typeOnly,
    });

  new Visitor({
    ImportDeclaration(node) {
      const named = node.specifiers.length > 0 && node.specifiers.every(isType);
      edge(node, node.source.value, node.importKind === 'type' || named);
      const isProcess = /^(node:)?process$/.test(node.source.value);
      if (isProcess && node.specifiers.some(isEnvironment)) sight(environmentReads, node, 'process.env');
    },
    ExportNamedDeclaration(node) {
      if (node.source) edge(node, node.source.value, node.exportKind === 'type');
    },
    ExportAllDeclaration(node) {
      edge(node, node.source.value, node.exportKind === 'type');
      sight(wildcardExports, node, node.source.value);
    },
    ImportExpression(node) {
      edge(node, literal(node.source), false);
    },
    TSImportType(node) {
      edge(node, node.source.value, true);
    },
    MemberExpression(node) {
      const name = nameOf(node);
      if (name === 'process.env') sight(environmentReads, node, name);
      if (IMPURE_MEMBERS.test(name)) sight(impurities, node, name);
    },
    VariableDeclarator({ id, init, start }) {
      if (init && nameOf(init) === 'process' && takesEnvironment(id))
        sight(environmentReads, { start }, 'process.env');
    },
    CallExpression(node) {
      const name = nameOf(node.callee);
      if (IMPURE_CALLS.test(name)) sight(impurities, node, `${name}()`);
    },
    NewExpression(node) {
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0)
        sight(impurities, node, 'new Date()');
    },
  }).visit(program);

  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { path, lines, syntaxErrors, imports, wildcardExports, environmentReads, impurities };
}

/** Where a specifier leads, seen from the repository's root: `#room/x.ts` and `./x.ts` are paths, the rest are packages. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}

/** `a.b` of an identifier or member expression, whether it is written with a dot, in brackets or from `globalThis`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return '';
  const member = node.computed ? literal(node.property) : nameOf(node.property);
  return `${nameOf(node.object)}.${member ?? ''}`.replace(/^globalThis\./, '');
}

function literal(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function isType(specifier: ImportDeclarationSpecifier): boolean {
  return specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';
}

function isEnvironment(specifier: ImportDeclarationSpecifier): boolean {
  return specifier.type === 'ImportSpecifier' && nameOf(specifier.imported) === 'env';
}

/** `{ env }` in `const { env } = process`. */
function takesEnvironment(pattern: BindingPattern): boolean {
  return (
    pattern.type === 'ObjectPattern' &&
    pattern.properties.some((property) => property.type === 'Property' && nameOf(property.key) === 'env')
  );
}

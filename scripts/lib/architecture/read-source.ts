import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { BindingPattern, ImportDeclarationSpecifier, Node } from 'oxc-parser';

/** An import of a file: static, dynamic, a re-export or a type import written as `import('…')`. */
export type Import = {
  readonly line: number;
  /** A path from the root of the repository or a package with its subpath; undefined if it is computed. */
  readonly to: string | undefined;
  readonly typeOnly: boolean;
};

/** A line number and the code there. */
export type Sighting = { readonly line: number; readonly text: string };

/** The parts of a file that the rules check. */
export type Source = {
  readonly path: string;
  readonly lines: number;
  readonly syntaxErrors: readonly string[];
  readonly imports: readonly Import[];
  readonly wildcardExports: readonly Sighting[];
  readonly environmentReads: readonly Sighting[];
  /** Uses of the clock, randomness or the network, which make a function impure. */
  readonly impurities: readonly Sighting[];
};

const IMPURE_MEMBERS = /^(Date\.now|Math\.random|performance\.\w+|crypto\.\w+|process\.\w+)$/;
const IMPURE_CALLS = /^(Date|fetch|setTimeout|setInterval|setImmediate)$/;

/** Parses a TypeScript file. A file with invalid syntax has only `syntaxErrors`. */
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

/** Resolves a specifier: `#shared/x.ts` and `./x.ts` become paths from the root, the rest are packages. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}

/** The dotted name of an identifier or member expression, whether written with a dot, brackets or `globalThis`. */
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

/** Whether a pattern destructures `env`, as in `const { env } = process`. */
function takesEnvironment(pattern: BindingPattern): boolean {
  return (
    pattern.type === 'ObjectPattern' &&
    pattern.properties.some((property) => property.type === 'Property' && nameOf(property.key) === 'env')
  );
}

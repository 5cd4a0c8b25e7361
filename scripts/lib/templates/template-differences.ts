/** Templates by the name of their stack, as CloudFormation parses them. */
export type Templates = Readonly<Record<string, unknown>>;

/**
 * The differences between two sets of templates, one line each. Hashes of assets and of function versions do not count, and neither does
 * the order of statements, actions, resources, dependencies and variables.
 */
export function templateDifferences(before: Templates, after: Templates): readonly string[] {
  const [old, current] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...old.keys(), ...current.keys()])].toSorted().flatMap((name) => {
    const [was, is] = [old.get(name), current.get(name)];
    if (was === undefined) return [`+ ${name}`];
    if (is === undefined) return [`- ${name}`];
    return leafDifferences(name, leavesOf(was), leavesOf(is));
  });
}

/** Resources, outputs and other members of the sections of all templates, such as `workspace-dev-data Resources.CoreTable`. */
function entriesOf(templates: Templates): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(templates).flatMap(([stack, template]) =>
      membersOf(template).flatMap(([section, members]) =>
        membersOf(members).map(
          ([name, member]) => [`${stack} ${section}.${withoutHashes(name)}`, normalised(member)] as const,
        ),
      ),
    ),
  );
}

function leafDifferences(
  name: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return changed
    .toSorted()
    .map((path) => `~ ${name}${path}: ${before.get(path) ?? 'nothing'} → ${after.get(path) ?? 'nothing'}`);
}

/** Each value by its path below the member, such as `.Properties.Timeout`. */
function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  const members = membersOf(value);
  if (members.length === 0) return new Map([[path, JSON.stringify(value)]]);
  return new Map(members.flatMap(([name, member]) => [...leavesOf(member, `${path}.${name}`)]));
}

/** The value with its unordered arrays sorted. The arguments of an intrinsic function keep their order. */
function normalised(value: unknown, isSet = false): unknown {
  if (typeof value === 'string') return withoutHashes(value);
  if (Array.isArray(value)) {
    const members = value.map((member) => normalised(member, isSet));
    return isSet ? members.toSorted((a, b) => textOf(a).localeCompare(textOf(b))) : members;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      normalised(member, !name.startsWith('Fn::') && (isSet || UNORDERED.has(name))),
    ]),
  );
}

/** Members whose arrays are sets, with everything in them. */
const UNORDERED: ReadonlySet<string> = new Set(['Statement', 'DependsOn']);

/** JSON that does not depend on the order of members. */
function textOf(value: unknown): string {
  return [...leavesOf(value)]
    .map(([path, leaf]) => `${path}=${leaf}`)
    .toSorted()
    .join();
}

/** An asset and a function version are named after the hash of their content. */
function withoutHashes(text: string): string {
  return text
    .replaceAll(/CurrentVersion[0-9A-Fa-f]{40}/gu, 'CurrentVersion<hash>')
    .replaceAll(/[0-9a-f]{64}/gu, '<hash>');
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

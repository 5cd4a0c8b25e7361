import type { OpenApi } from '#scripts/lib/conformance/open-api.ts';

/** Path parameters that together identified an existing resource when they were recorded. */
export type Names = Readonly<Record<string, string>>;

/** The resources that responses have returned so far, so that requests can refer to existing ones. */
export type KnownThings = {
  /** Parameters for a path, or none if the path has no known resource; `turn` selects one of the known ones. */
  namesFor(path: string, turn: number): Names;
  /** The id of any known resource. */
  anyId(turn: number): string;
  /** Records the resources in the response to a request. */
  recordOutcome(path: string, names: Names, body: unknown): void;
  /** Removes resources that no longer exist. */
  forget(path: string, names: Names): void;
};

/** Operations whose response contains a resource of a different path than the one below them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/api/v1/workspace-webhooks/{endpoint}/recover': 'recovery',
  '/api/v1/workspace-webhooks/{endpoint}/test': 'delivery',
  '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}/resend': 'delivery',
};

/** Maximum number of known resources of a kind; the oldest ones are probably deleted or full. */
const MOST = 60;

/** `given` are resources that existed before, by parameter; `spared` are ids that must not be used in paths. */
export function createKnownThings(
  { paths }: Pick<OpenApi, 'paths'>,
  given: Readonly<Record<string, readonly string[]>>,
  spared: ReadonlySet<string>,
): KnownThings {
  const known = new Map<string, Names[]>(
    Object.entries(given).map(([name, ids]) => [name, ids.map((id) => ({ [name]: id }))]),
  );
  const below = new Map(
    Object.keys(paths).flatMap((path) => {
      const [, parent, name] = /^(.*)\/\{(\w+)\}$/u.exec(path) ?? [];
      return parent !== undefined && name !== undefined ? [[parent, name] as const] : [];
    }),
  );

  function add(name: string, names: Names): void {
    const all = known.get(name) ?? [];
    known.set(name, all);
    all.push(names);
    if (all.length > MOST) all.splice(first(name), 1);
  }

  /** The position after the given resources. */
  function first(name: string): number {
    return given[name]?.length ?? 0;
  }

  return {
    namesFor(path, turn) {
      const wanted = variablesOf(path);
      const last = wanted.at(-1);
      if (last === undefined) return {};
      const full = known.get(last)?.filter((names) => wanted.every((name) => name in names)) ?? [];
      return full[turn % Math.max(full.length, 1)] ?? {};
    },
    anyId(turn) {
      const ids = [...known.values()].flat().flatMap((names) => Object.values(names));
      return ids[turn % Math.max(ids.length, 1)] ?? 'none';
    },
    recordOutcome(path, names, body) {
      const name = ELSEWHERE[path] ?? below.get(path);
      if (name === undefined) return;
      const { data }: { data?: unknown } = Object(body);
      for (const each of Array.isArray(data) ? data.slice(0, 3) : [data]) {
        const { id, uuid, slug }: { id?: unknown; uuid?: unknown; slug?: unknown } = Object(each);
        const text = [uuid, id].find((value) => typeof value === 'string');
        if (typeof text === 'string' && !spared.has(text)) add(name, { ...names, [name]: text });
        if (typeof slug === 'string') add('slug', { slug });
      }
    },
    forget(path, names) {
      const name = variablesOf(path).at(-1) ?? '';
      const kept = known
        .get(name)
        ?.filter((each, index) => each[name] !== names[name] || index < first(name));
      if (kept) known.set(name, kept);
    },
  };
}

export function variablesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\+?\}/gu)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'workspace');
}

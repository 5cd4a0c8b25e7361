import type { OpenApi } from '#scripts/conformance/open-api.ts';

/** Path parameters that together name something that was there when they were learned. */
export type Names = Readonly<Record<string, string>>;

/** What the answers so far have named, for requests that should come far. */
export type KnownThings = {
  /** Parameters for a path; nothing where it has none. `turn` says which of the known ones. */
  namesFor(path: string, turn: number): Names;
  /** The id of something, of any kind. */
  anyId(turn: number): string;
  /** Takes down what the answer to a request names. */
  recordOutcome(path: string, names: Names, body: unknown): void;
  /** Names that no longer lead to anything. */
  forget(path: string, names: Names): void;
};

/** Answers that name things of another path than the one below them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/api/v1/workspace-webhooks/{endpoint}/recover': 'recovery',
  '/api/v1/workspace-webhooks/{endpoint}/test': 'delivery',
  '/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}/resend': 'delivery',
};

/** Things are forgotten when there are newer ones: the old are gone or full. */
const MOST = 60;

/** `given` names what was there before, by parameter; `spared` are ids that no request may name in its path. */
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

  /** Where those begin that were not given. */
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

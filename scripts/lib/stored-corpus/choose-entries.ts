/** Attributes whose values decide how an item or a message is read. */
const DECIDING = new Set([
  'action',
  'channel',
  'kind',
  'platform',
  'provider',
  'purpose',
  'resource',
  'sender',
  'state',
  'status',
  'type',
]);
/** Members of one object after which only the number matters: maps from ids. */
const MAX_NAMES = 40;

/**
 * The entries of each kind that differ most: first the one with the most attributes, then those with attributes, types or deciding values
 * that no chosen one has, at most `most` of a kind.
 */
export function chooseEntries<T>(
  entries: readonly T[],
  kindOf: (entry: T) => string,
  valueOf: (entry: T) => unknown,
  most: number,
): T[] {
  const kinds = Map.groupBy(entries, kindOf);
  return [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) =>
      chooseOfKind(
        own.map((entry) => ({ entry, features: featuresOf(valueOf(entry)) })),
        most,
      ),
    );
}

function chooseOfKind<T>(
  candidates: readonly { readonly entry: T; readonly features: ReadonlySet<string> }[],
  most: number,
): T[] {
  const chosen: T[] = [];
  const covered = new Set<string>();
  while (chosen.length < most) {
    const scored = candidates.map(({ entry, features }) => ({
      entry,
      features,
      gain: [...features].filter((each) => !covered.has(each)).length,
    }));
    const best = scored.reduce((a, b) => (b.gain > a.gain ? b : a), scored[0] ?? NOTHING);
    if (best.gain === 0) break;
    chosen.push(best.entry as T);
    for (const feature of best.features) covered.add(feature);
  }
  return chosen;
}

const NOTHING = { entry: undefined, features: new Set<string>(), gain: 0 };

/** The paths of a value with their types, and the deciding values. */
function featuresOf(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value))
    return new Set([`${path}[]`, ...value.flatMap((each) => [...featuresOf(each, `${path}[]`)])]);
  if (typeof value !== 'object' || value === null) {
    const name = path.split('.').findLast((part) => !['S', 'N', 'M', 'L', 'BOOL'].includes(part)) ?? '';
    return new Set([`${path}:${typeof value}`, ...(DECIDING.has(name) ? [`${path}=${String(value)}`] : [])]);
  }
  const members: [string, unknown][] = Object.entries(value);
  const names = members.length > MAX_NAMES ? [] : members;
  return new Set(
    names.flatMap(([name, member]) => [...featuresOf(member, `${path}.${/\d/u.test(name) ? '*' : name}`)]),
  );
}

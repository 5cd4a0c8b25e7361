import fc from 'fast-check';

/** One change of a JSON value, at the position `at` among all of its positions. */
export type Mutation = { readonly at: number; readonly kind: string; readonly value: unknown };

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\nb',
  '\u2028',
  '\ud800',
  '💥'.repeat(70),
  'x'.repeat(70_000),
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data',
  '2026-02-30',
  '25:61',
  '00000000-0000-0000-0000-000000000000',
];

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 60,
  [],
  {},
  [[[[[]]]]],
  { __proto__: null, constructor: 1 },
  '1',
  ...ODD_TEXTS,
];

/** A random change: usually of a value, sometimes a missing or additional field. */
export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(200),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'deepen'),
  value: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ODD_VALUES) },
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
  ),
});

/** Applies one change; a value without parts is changed itself. */
export function mutate(value: unknown, { at, kind, value: other }: Mutation): unknown {
  const places = placesOf(value);
  const place = places[at % Math.max(places.length, 1)];
  if (!place) return other;
  return changeAt(value, place, (parent, key) => {
    if (kind === 'remove') Reflect.deleteProperty(parent, key);
    else if (kind === 'add')
      Object.assign(parent, { [Array.isArray(parent) ? parent.length : 'odd']: other });
    else if (kind === 'repeat')
      Reflect.set(
        parent,
        key,
        Array.from({ length: timesOf(other) }, () => other),
      );
    else if (kind === 'deepen') Reflect.set(parent, key, { [key]: Reflect.get(parent, key) });
    else Reflect.set(parent, key, other);
  });
}

/** Keeps a body below the 10 MB at which the gateway closes the connection. */
function timesOf(value: unknown): number {
  return typeof value === 'string' && value.length > 1000 ? 20 : 300;
}

/** The paths of every field and item, outer ones first. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...path, key];
    return [place, ...placesOf(inner, place)];
  });
}

function changeAt(
  value: unknown,
  [key = '', ...inner]: readonly string[],
  change: (parent: object, key: string) => void,
): unknown {
  const copy: object = Array.isArray(value) ? [...value] : { ...Object(value) };
  if (inner.length === 0) change(copy, key);
  else Reflect.set(copy, key, changeAt(Reflect.get(copy, key), inner, change));
  return Array.isArray(copy) ? copy.filter((_, index) => index in copy) : copy;
}

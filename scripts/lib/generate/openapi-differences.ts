import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, membersOf } from '#shared/api-docs/json-schema.ts';

/** Keywords for people; a client behaves the same whatever they contain. `info` holds nothing else. */
const TEXTS: ReadonlySet<string> = new Set(['summary', 'description', 'example', 'examples', 'info']);

/** Keywords whose members are names that the API chose, so that a property `description` is compared. */
const MAPS: ReadonlySet<string> = new Set([
  'paths',
  'webhooks',
  'responses',
  'headers',
  'content',
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'securitySchemes',
  'mapping',
]);

/** Keywords whose value is a set, whatever the order of its members. */
const SETS: ReadonlySet<string> = new Set(['enum', 'x-extensible-enum', 'required']);

/** Keywords whose value is data: it contains no keywords and no references. */
const DATA: ReadonlySet<string> = new Set([...SETS, 'const', 'default']);

/** Parts of the document that only count where something refers to them. */
const COMPONENTS = '#/components/';

const MAX_VALUE = 100;

/** The two sides of one comparison. */
type Pair = { readonly before: unknown; readonly after: unknown };

/**
 * The differences between two OpenAPI documents, one line each, except for texts, examples, and the location and names of
 * components: both documents are dereferenced, and the order of an enum counts as little as the order of required fields. A component with several references is compared once and reported at the first
 * reference.
 */
export function openApiDifferences(before: JsonSchema, after: JsonSchema): readonly string[] {
  const compared = new WeakMap<object, WeakSet<object>>();
  return [
    ...compareMembers('', { before: withoutComponents(before), after: withoutComponents(after) }),
    ...compareMembers('components', {
      before: { securitySchemes: membersOf(before['components'])['securitySchemes'] },
      after: { securitySchemes: membersOf(after['components'])['securitySchemes'] },
    }),
  ];

  function compare(path: string, pair: Pair, isMap: boolean): readonly string[] {
    const [old, current] = [dereference(pair.before, before), dereference(pair.after, after)];
    if (!isObject(old) || !isObject(current) || Array.isArray(old) !== Array.isArray(current))
      return compareData(path, { before: old, after: current });
    const known = compared.get(old) ?? new WeakSet();
    compared.set(old, known);
    if (known.has(current)) return [];
    known.add(current);
    return compareMembers(path, { before: old, after: current }, isMap);
  }

  function compareMembers(path: string, pair: Pair, isMap = false): readonly string[] {
    const [old, current] = [membersOf(pair.before), membersOf(pair.after)];
    const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
    return names
      .filter((name) => isMap || !TEXTS.has(name))
      .flatMap((name) => {
        const place = path === '' ? name : `${path} › ${name}`;
        const members = { before: memberOf(old, name), after: memberOf(current, name) };
        if (!isMap && DATA.has(name)) return compareData(place, members);
        return compare(place, members, !isMap && MAPS.has(name));
      });
  }
}

function memberOf(value: JsonSchema, name: string): unknown {
  const member = value[name];
  if (!SETS.has(name) || !Array.isArray(member)) return member;
  return member.toSorted((a, b) => String(a).localeCompare(String(b)));
}

function compareData(path: string, { before, after }: Pair): readonly string[] {
  return isDeepStrictEqual(before, after) ? [] : [`${path}: ${shown(before)} → ${shown(after)}`];
}

/** The target of a reference or of a mapping entry, merged with the fields next to the reference. */
function dereference(part: unknown, document: JsonSchema): unknown {
  if (typeof part === 'string' && part.startsWith(COMPONENTS)) return dereference(lookUp(part), document);
  if (!isObject(part) || !('$ref' in part)) return part;
  const { $ref, ...beside } = membersOf(part);
  const target = dereference(lookUp(String($ref)), document);
  return Object.keys(beside).length === 0 ? target : { ...membersOf(target), ...beside };

  function lookUp(reference: string): unknown {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/u.exec(reference) ?? [];
    const found = membersOf(membersOf(document['components'])[kind])[name];
    if (found === undefined) throw new Error(`${reference} does not exist`);
    return found;
  }
}

function withoutComponents({ components: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

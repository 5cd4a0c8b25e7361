import { type JsonSchema, membersOf } from './json-schema.ts';
import { RESPONSE_EXAMPLES, MEMBER_EXAMPLES } from './response-examples.ts';
import { VIEW_EXAMPLES } from './view-examples.ts';

/**
 * The example of a response: its own, or one composed of the examples of its views. Undefined if one of its members has no
 * example. `component` is the name of the response in the document; `schema` still contains its parts, not references.
 */
export function responseExample(component: string, schema: JsonSchema): unknown {
  return component in RESPONSE_EXAMPLES ? RESPONSE_EXAMPLES[component] : toExample(schema);
}

function toExample(schema: unknown): unknown {
  const { title, const: constant, items, properties, oneOf } = membersOf(schema);
  if (typeof title === 'string' && title in VIEW_EXAMPLES) return VIEW_EXAMPLES[title];
  if (constant !== undefined) return constant;
  if (Array.isArray(oneOf)) return oneOf.map(toExample).find((example) => example !== undefined);
  if (items !== undefined) return toArrayExample(toExample(items));
  return properties === undefined ? undefined : toObjectExample(Object.entries(membersOf(properties)));
}

function toArrayExample(example: unknown): unknown {
  return example === undefined ? undefined : [example];
}

function toObjectExample(members: readonly (readonly [name: string, schema: unknown])[]): unknown {
  const entries = members.map(([name, schema]) => [
    name,
    name in MEMBER_EXAMPLES ? MEMBER_EXAMPLES[name] : toExample(schema),
  ]);
  return entries.some(([, example]) => example === undefined) ? undefined : Object.fromEntries(entries);
}

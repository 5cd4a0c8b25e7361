import type { CatalogueEvent } from '#console/screens/webhooks/endpoint-reads.ts';
import type { OperandType, Operator } from './filter-draft.ts';

/** What the values of a field are. `object` is a field that has fields of its own. */
type Kind = 'text' | 'choice' | 'decimal' | 'instant' | 'number' | 'boolean' | 'object';

/** A field of an event that a filter can compare. */
export type EventField = {
  /** The dotted path in `data`. A list of objects has the fields of its objects. */
  readonly path: string;
  readonly kind: Kind;
  readonly isList: boolean;
  /** The only values, if there is a closed set. */
  readonly choices: readonly string[];
  readonly description: string;
};

/** The parts of a JSON Schema that the catalogue uses. */
type Schema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly description?: string;
};

const EQUALITY = ['$eq', '$ne', '$in', '$nin'] as const;
const ORDER = ['$gt', '$gte', '$lt', '$lte'] as const;

const ACCEPTED: Readonly<Record<Kind, readonly Operator[]>> = {
  text: [...EQUALITY, '$startsWith', '$exists true', '$exists false'],
  choice: [...EQUALITY, '$exists true', '$exists false'],
  boolean: ['$eq', '$ne', '$exists true', '$exists false'],
  decimal: [...EQUALITY, ...ORDER, '$exists true', '$exists false'],
  instant: [...EQUALITY, ...ORDER, '$exists true', '$exists false'],
  number: [...EQUALITY, ...ORDER, '$exists true', '$exists false'],
  object: ['$exists true', '$exists false'],
};

/** The operators that the builder offers for a field. For a field that the catalogue does not have, these are all operators. */
export function operatorsOf(field: EventField | undefined): readonly Operator[] {
  return field
    ? ACCEPTED[field.kind]
    : [...EQUALITY, ...ORDER, '$startsWith', '$exists true', '$exists false'];
}

/** The JSON type of the values of a field. Decimals and times are strings. */
export function operandTypeOf({ kind }: EventField): OperandType {
  return kind === 'number' || kind === 'boolean' ? kind : 'string';
}

/** The fields in the data of an event, in the order of the catalogue. A field with a constant value cannot exclude an event, so it is omitted. */
export function fieldsOf({ schema }: Pick<CatalogueEvent, 'schema'>): readonly EventField[] {
  // A JSON Schema, of which the API documents nothing more.
  const { properties = {} } = schema as Schema;
  const data = properties['data'];
  return data ? fieldsBelow(data, '') : [];
}

function fieldsBelow({ properties = {} }: Schema, prefix: string): readonly EventField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.const !== undefined) return [];
    const path = `${prefix}${name}`;
    const item = itemOf(schema);
    const field: EventField = {
      path,
      kind: kindOf(item),
      isList: item !== schema,
      choices: (item.enum ?? []).map(String),
      description: schema.description ?? item.description ?? '',
    };
    return [field, ...fieldsBelow(item, `${path}.`)];
  });
}

function itemOf(schema: Schema): Schema {
  return schema.type === 'array' && schema.items ? itemOf(schema.items) : schema;
}

/** A schema does not name decimals, but its pattern accepts a number with a fraction. */
function kindOf({ type, format, pattern, enum: choices }: Schema): Kind {
  if (type === 'object' || type === 'boolean') return type;
  if (type === 'integer' || type === 'number') return 'number';
  if (format === 'date-time') return 'instant';
  if (typeof pattern === 'string') return new RegExp(pattern, 'u').test('12.50') ? 'decimal' : 'choice';
  return choices ? 'choice' : 'text';
}

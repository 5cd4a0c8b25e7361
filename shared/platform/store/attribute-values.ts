import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/*
 * Conversion between plain values and the attribute values of DynamoDB: strings, numbers, booleans, null, bytes, arrays, plain
 * objects, and sets of strings. Equal to `@aws-sdk/util-dynamodb` for these values (a property test compares both), with less CPU
 * time.
 */

type MarshallOptions = {
  /** Omits undefined members of objects and arrays. Without it, they are errors. */
  readonly removeUndefinedValues?: boolean;
};

/** The attributes of an item, a key or the values of an expression. @throws TypeError for a value that DynamoDB cannot store */
export function marshall(
  item: Readonly<Record<string, unknown>>,
  options: MarshallOptions = {},
): Record<string, AttributeValue> {
  return toAttributes(item, options.removeUndefinedValues === true);
}

/** The plain values of stored attributes. An integer that a number cannot represent becomes a bigint. */
export function unmarshall(attributes: Readonly<Record<string, AttributeValue>>): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) item[name] = fromAttribute(attributes[name]);
  return item;
}

function toAttributes(value: object, omits: boolean): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, member] of entriesOf(value))
    if (member !== undefined || !omits) attributes[name] = toAttribute(member, omits);
  return attributes;
}

function toAttribute(value: unknown, omits: boolean): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (typeof value !== 'object') throw new TypeError(`DynamoDB cannot store a value of type ${typeof value}`);
  if (Array.isArray(value)) return { L: toList(value, omits) };
  if (value instanceof Uint8Array) return { B: value };
  if (value instanceof Set) return { SS: toStrings(value) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`DynamoDB cannot store an object of the class ${value.constructor.name}`);
  return { M: toAttributes(value, omits) };
}

function toList(values: readonly unknown[], omits: boolean): AttributeValue[] {
  const kept = omits ? values.filter((value) => value !== undefined) : values;
  return kept.map((value) => toAttribute(value, omits));
}

function toStrings(values: ReadonlySet<unknown>): string[] {
  const strings = [...values].filter((value) => typeof value === 'string');
  if (strings.length === 0 || strings.length < values.size)
    throw new TypeError('DynamoDB can store a set only if it has strings and nothing else');
  return strings;
}

function numberText(value: number): string {
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (!isExact) throw new TypeError(`DynamoDB cannot store the number ${value} exactly`);
  return String(value);
}

function fromAttribute(value: AttributeValue | undefined): unknown {
  if (value?.S !== undefined) return value.S;
  if (value?.N !== undefined) return fromNumber(value.N);
  if (value?.M !== undefined) return unmarshall(value.M);
  if (value?.L !== undefined) return value.L.map(fromAttribute);
  if (value?.BOOL !== undefined) return value.BOOL;
  if (value?.NULL !== undefined) return null;
  if (value?.B !== undefined) return bytesOf(value.B);
  if (value?.SS !== undefined) return new Set(value.SS);
  if (value?.NS !== undefined) return new Set(value.NS.map(fromNumber));
  if (value?.BS !== undefined) return new Set(value.BS);
  throw new TypeError('An attribute value has no known type');
}

/** Records of a stream that Lambda passes to a function have bytes in base64, which the types of the SDK do not describe. */
function bytesOf(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}

function fromNumber(text: string): number | bigint {
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : BigInt(text);
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value);
}

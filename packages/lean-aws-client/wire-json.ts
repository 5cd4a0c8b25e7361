/*
 * The JSON of DynamoDB, SQS and KMS. The inputs and outputs of these commands have the same form in the SDK and on the wire, with one
 * exception: bytes are `Uint8Array` in the SDK and base64 on the wire.
 */

/** The body of a request. */
export function toWireJson(input: unknown): string {
  return JSON.stringify(input, encodeBytes);
}

/**
 * The output of a response.
 * @param bytes names of the fields that contain bytes, besides attribute values
 * @throws SyntaxError if it is not JSON
 */
export function fromWireJson(text: string, bytes: readonly string[] = []): object {
  const output: unknown = JSON.parse(text);
  if (typeof output !== 'object' || output === null)
    throw new SyntaxError('The response is not a JSON object');
  if (BINARY.test(text)) decodeBinary(output);
  for (const name of bytes) {
    const value: unknown = Reflect.get(output, name);
    if (typeof value === 'string') Object.assign(output, { [name]: fromBase64(value) });
  }
  return output;
}

/** Bytes are a string under `B`, or an array of strings under `BS`. An attribute with the name `B` or `BS` has an object as its value. */
const BINARY = /"BS?":/u;

/** A replacer of `JSON.stringify`, which calls it on the object that contains the value. */
function encodeBytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // A buffer has already been replaced by the result of its `toJSON`.
  const original = this[key];
  return original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value;
}

function decodeBinary(value: object): void {
  for (const [name, member] of entriesOf(value)) {
    if (name === 'B' && typeof member === 'string') Object.assign(value, { B: fromBase64(member) });
    else if (name === 'BS' && isStrings(member)) Object.assign(value, { BS: member.map(fromBase64) });
    else if (typeof member === 'object' && member !== null) decodeBinary(member);
  }
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

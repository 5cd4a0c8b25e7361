import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** Overhead in bytes of a list or map, and of each element in it. */
const CONTAINER = 3;
const ELEMENT = 1;

/** The size of an item as DynamoDB counts it: names and values (DynamoDB Developer Guide, "Item sizes and formats"). */
export function itemSize(item: Readonly<Record<string, AttributeValue>>): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueSize(value)));
}

function valueSize(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return value.B.byteLength;
  if (value.SS !== undefined) return sum(value.SS.map((text) => Buffer.byteLength(text)));
  if (value.L !== undefined) return CONTAINER + sum(value.L.map((each) => ELEMENT + valueSize(each)));
  if (value.M !== undefined) return CONTAINER + itemSize(value.M) + ELEMENT * Object.keys(value.M).length;
  return 1;
}

/** About one byte per two digits, plus one. */
function numberSize(text: string): number {
  return Math.ceil(text.replaceAll(/\D/gu, '').length / 2) + 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

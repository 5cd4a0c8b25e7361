/**
 * A HyperLogLog sketch: it estimates how many different visitors it has seen, and contains nothing that identifies one of them. Adding a
 * visitor again, or merging two sketches in any order, gives the same sketch.
 *
 * The estimator is that of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), which needs no correction
 * tables. The standard error is 1.04 / √32,768 = 0.57 %.
 */

/** The first bits of a hash choose a register, the others its value. */
const INDEX_BITS = 15;
const REGISTERS = 2 ** INDEX_BITS;
const VALUE_BITS = 64 - INDEX_BITS;
/** Bits of a stored register, whose highest value is 50. */
const REGISTER_BITS = 6;

const SPARSE = 0;
const DENSE = 1;
/** Bytes of an entry of the sparse form: index and value. */
const ENTRY_BYTES = 3;
const DENSE_BYTES = (REGISTERS * REGISTER_BITS) / 8;

/** The number of hexadecimal digits of a hash of a visitor. */
export const HASH_DIGITS = 16;

/** The sketch of no visitors. */
export const NO_VISITORS: Uint8Array = Uint8Array.of(SPARSE);

/** The sketch with more visitors, each a hash of 64 bits as hexadecimal digits. At most 24 kB, less for few visitors. */
export function withVisitors(sketch: Uint8Array, hashes: readonly string[]): Uint8Array {
  if (hashes.length === 0) return sketch;
  const registers = unpack(sketch);
  for (const hash of hashes) {
    const bits = BigInt(`0x${hash}`);
    const index = Number(bits >> BigInt(VALUE_BITS));
    const rest = BigInt.asUintN(VALUE_BITS, bits);
    // The position of the first set bit.
    const value = VALUE_BITS - rest.toString(2).length + (rest === 0n ? 2 : 1);
    if (value > (registers[index] ?? 0)) registers[index] = value;
  }
  return pack(registers);
}

/** The estimated number of different visitors. */
export function countVisitors(sketch: Uint8Array): number {
  if (sketch.length <= 1) return 0;
  const counts = Array.from({ length: VALUE_BITS + 2 }, () => 0);
  for (const value of unpack(sketch)) counts[value] = (counts[value] ?? 0) + 1;
  let sum = REGISTERS * tau(1 - (counts[VALUE_BITS + 1] ?? 0) / REGISTERS);
  for (let value = VALUE_BITS; value >= 1; value -= 1) sum = (sum + (counts[value] ?? 0)) / 2;
  sum += REGISTERS * sigma((counts[0] ?? 0) / REGISTERS);
  return Math.round(REGISTERS ** 2 / (2 * Math.LN2 * sum));
}

function sigma(share: number): number {
  if (share === 1) return Infinity;
  let [x, factor, sum, before] = [share, 1, share, -1];
  while (sum !== before) {
    before = sum;
    x *= x;
    sum += x * factor;
    factor *= 2;
  }
  return sum;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, factor, sum, before] = [share, 1, 1 - share, -1];
  while (sum !== before) {
    before = sum;
    x = Math.sqrt(x);
    factor /= 2;
    sum -= (1 - x) ** 2 * factor;
  }
  return sum / 3;
}

/** The shorter of the two forms. */
function pack(registers: Uint8Array): Uint8Array {
  const used = registers.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  return used * ENTRY_BYTES < DENSE_BYTES ? packSparse(registers, used) : packDense(registers);
}

function packSparse(registers: Uint8Array, used: number): Uint8Array {
  const bytes = new Uint8Array(1 + used * ENTRY_BYTES);
  let at = 1;
  for (const [index, value] of registers.entries()) {
    if (value === 0) continue;
    const entry = index * 2 ** REGISTER_BITS + value;
    bytes.set([entry >> 16, (entry >> 8) & 255, entry & 255], at);
    at += ENTRY_BYTES;
  }
  return bytes;
}

/** Four registers take three bytes. */
function packDense(registers: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + DENSE_BYTES);
  bytes[0] = DENSE;
  for (let index = 0; index < REGISTERS; index += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = registers.subarray(index, index + 4);
    const four = a * 2 ** 18 + b * 2 ** 12 + c * 2 ** 6 + d;
    bytes.set([four >> 16, (four >> 8) & 255, four & 255], 1 + (index / 4) * 3);
  }
  return bytes;
}

function unpack(sketch: Uint8Array): Uint8Array {
  const registers = new Uint8Array(REGISTERS);
  const isDense = sketch[0] === DENSE;
  for (let at = 1; at < sketch.length; at += 3) {
    const [first = 0, second = 0, third = 0] = sketch.subarray(at, at + 3);
    const three = first * 2 ** 16 + second * 2 ** 8 + third;
    if (isDense)
      registers.set([three >> 18, (three >> 12) & 63, (three >> 6) & 63, three & 63], ((at - 1) / 3) * 4);
    else registers[three >> REGISTER_BITS] = three & 63;
  }
  return registers;
}

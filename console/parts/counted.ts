const COUNT = new Intl.NumberFormat('en');

/** A number, such as `1,204`. */
export function numberOf(count: number): string {
  return COUNT.format(count);
}

/** A number with its noun, such as `1,204 recipients`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberOf(count)} ${count === 1 ? noun : plural}`;
}

/** A share as text, such as `93.4 %`. It is rounded down: one failure in a thousand attempts is not 100 %. */
export function percentOf(part: number, whole: number): string {
  return `${Math.floor((part / whole) * 1000) / 10} %`;
}

import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import type { EventData } from '#shared/events/catalogue/object-field.ts';
import { newId } from '#shared/platform/runtime/ids.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u;

/** Values of these fields are words of the API or settings of a workspace, and the same in most events. */
const FIXED_FIELDS = new Set([
  'platform',
  'channel',
  'type',
  'direction',
  'status',
  'builder',
  'provider',
  'currency',
  'stage',
  'event',
  'network',
  'kind',
]);

const LETTERS = 'etaoinshrdlcumwfgypbvk';

/**
 * The sample of an event as if it concerned somebody else: every identifier, time, number and text is another one of the same length. A
 * dictionary that was made from the samples must not find them again.
 * @param random returns a number of at least 0 and less than 1
 */
export function freshSample({ sampleData }: CatalogueEvent, now: Date, random: () => number): EventData {
  return Object.fromEntries(
    Object.entries(sampleData).map(([name, value]) => [name, fresh(name, value, now, random)]),
  );
}

function fresh(name: string, value: unknown, now: Date, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((each) => fresh(name, each, now, random));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, fresh(key, each, now, random)]),
    );
  if (FIXED_FIELDS.has(name)) return value;
  if (typeof value === 'number') return Number(digits(String(value), random));
  if (typeof value !== 'string') return value;
  if (ID.test(value)) return newId(before(now, random));
  if (TIMESTAMP.test(value)) return before(now, random).toISOString();
  if (DAY.test(value)) return before(now, random).toISOString().slice(0, value.length);
  return value
    .replaceAll(/[a-z]/gu, () => LETTERS[Math.floor(LETTERS.length * random() ** 2)] ?? 'e')
    .replaceAll(/\d+/gu, (text) => digits(text, random));
}

/** Digits of the same number, without a zero at the start. */
function digits(text: string, random: () => number): string {
  return text.replaceAll(/\d/gu, () => String(1 + Math.floor(9 * random())));
}

/** A time within the last hundred days. */
function before(now: Date, random: () => number): Date {
  return new Date(now.getTime() - Math.floor(random() * 8_640_000_000));
}

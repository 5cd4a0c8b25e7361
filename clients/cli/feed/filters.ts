import { isRecord } from '#cli/api/problem.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { jsonOf } from '#cli/command/json.ts';
import { nearest } from '#cli/command/nearest.ts';
import type { Outside } from '#cli/command/outside.ts';
import { cutText } from '#cli/terminal/cut-text.ts';
import { nameOf, type Subscription } from './subscriptions.ts';

export const FILTER_OPTIONS = {
  filter: {
    type: 'list',
    summary: 'Only events whose data matches this filter: JSON, in single quotes',
    value: 'event[:channel]=json',
  },
  'filters-file': {
    type: 'text',
    summary: 'A JSON file with such filters: an object whose keys are event[:channel]',
    value: 'path',
  },
} as const;

type Options = {
  readonly filter: readonly string[];
  readonly 'filters-file': string | undefined;
};

type Filter = {
  /** `event` or `event:channel`, as in `--events`. */
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Where the filter was given, for errors. */
  readonly from: string;
};

const FORM = `'salesbot.store.order_paid={"order.total":{"$gte":"100"}}'`;

/** The longest text of the input that an error repeats, in characters. */
const MAX_REPEATED = 60;

/**
 * The filters of the options. Only the API checks the paths and values.
 * @throws CommandError for a missing file, a filter that is not a JSON object, or two filters for the same subscription
 */
export async function readFilters(
  { files }: Pick<Outside, 'files'>,
  { filter: given, 'filters-file': path }: Options,
): Promise<Filter[]> {
  const filters = path === undefined ? [] : await readFile(files, path);
  for (const [index, text] of given.entries()) {
    const from = `--filter number ${index + 1}`;
    const end = text.indexOf('=');
    if (end < 1) throw wrongUsage(`${from} does not have the form ${FORM}.`);
    filters.push(toFilter(text.slice(0, end), jsonOf(text.slice(end + 1)), from));
  }
  const names = filters.map(({ name }) => name);
  const twice = filters.find(({ name }, index) => names.indexOf(name) < index);
  if (twice)
    throw wrongUsage(`${twice.from} is the second filter for ${short(twice.name)}. Combine both with $or.`);
  return filters;
}

/**
 * The subscriptions with their filters.
 * @param missing what is wrong with a filter for another event, such as `is not in --events`
 * @throws CommandError for such a filter: it would have no effect
 */
export function withFilters(
  subscriptions: readonly Subscription[],
  filters: readonly Filter[],
  missing = 'is not in --events',
): Subscription[] {
  for (const { name, from } of filters) requireSubscription(subscriptions, name, from, missing);
  return subscriptions.map((each) => {
    const found = filters.find(({ name }) => name === nameOf(each));
    return found ? { ...each, filter: found.filter } : each;
  });
}

/** @throws CommandError if none of the subscriptions has this name */
export function requireSubscription(
  subscriptions: readonly Subscription[],
  name: string,
  from: string,
  missing: string,
): void {
  const names = subscriptions.map(nameOf);
  if (names.includes(name)) return;
  const similar = names.find((each) => each.startsWith(`${name}:`)) ?? nearest(short(name), names);
  const hint = similar === undefined ? '' : ` Did you mean "${similar}"?`;
  throw wrongUsage(`${from} is for ${short(name)}, which ${missing}.${hint}`);
}

async function readFile(files: Outside['files'], path: string): Promise<Filter[]> {
  const bytes = await files.read(path);
  if (!bytes) throw wrongUsage(`There is no file ${path}.`);
  const content = jsonOf(bytes.toString());
  if (!isRecord(content))
    throw wrongUsage(
      `--filters-file is not a JSON object. Its keys must be event[:channel], and its values must be filters.`,
    );
  return Object.entries(content).map(([name, filter], index) =>
    toFilter(name, filter, `Filter number ${index + 1} of --filters-file`),
  );
}

function toFilter(name: string, filter: unknown, from: string): Filter {
  if (!isRecord(filter))
    throw wrongUsage(
      `${from} is not a JSON object. In a shell, write --filter ${FORM} with the single quotes.`,
    );
  return { name: name.trim(), filter, from };
}

function short(text: string): string {
  return text.length <= MAX_REPEATED ? text : `${cutText(text, MAX_REPEATED)}…`;
}

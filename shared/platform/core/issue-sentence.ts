import type { BaseIssue } from 'valibot';

/** The types that valibot expects, in the words of JSON. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Array: 'an array',
  Object: 'an object',
  object: 'an object',
  null: 'null',
};

/** What to send instead, by the type of the check. Lists and strings share the checks of their length. */
const SENTENCES: Readonly<Record<string, (issue: BaseIssue<unknown>) => string>> = {
  min_length: (issue) => (isOfList(issue) ? `Send at least ${items(issue)}.` : atLeastCharacters(issue)),
  max_length: (issue) => (isOfList(issue) ? `Send at most ${items(issue)}.` : atMostCharacters(issue)),
  min_code_points: atLeastCharacters,
  max_code_points: atMostCharacters,
  non_empty: (issue) => (isOfList(issue) ? 'Send at least 1 item.' : 'Use at least 1 character.'),
  min_value: ({ requirement }) => `Use a number of at least ${String(requirement)}.`,
  max_value: ({ requirement }) => `Use a number of at most ${String(requirement)}.`,
  integer: () => 'Use a whole number.',
  safe_integer: ({ input }) =>
    Number.isInteger(input)
      ? `Use a number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`
      : 'Use a whole number.',
  picklist: ({ expected }) => `Use ${toChoice(expected)}.`,
  literal: ({ expected }) => `Use ${toChoice(expected)}.`,
  uuid: () => 'Use a UUID.',
  regex: ({ requirement }) =>
    `Use a value that matches the regular expression ${requirement instanceof RegExp ? requirement.source : ''}.`,
};

/**
 * A sentence that says what to send instead of a rejected value, for checks of valibot that have no message of this project.
 * Returns undefined for other checks. The sentence never repeats the value.
 */
export function issueSentence(issue: BaseIssue<unknown>): string | undefined {
  return SENTENCES[issue.type]?.(issue) ?? typeSentence(issue.expected);
}

/** Whether `issueSentence` knows the checks of this type. */
export function hasSentence(check: string): boolean {
  return Object.hasOwn(SENTENCES, check);
}

function typeSentence(expected: string | null): string | undefined {
  const types = (expected ?? '').replaceAll(/[()]/gu, '').split(' | ');
  const words = new Set(types.map((type) => JSON_TYPES[type]));
  return words.has(undefined) ? undefined : `Send ${[...words].join(' or ')}.`;
}

/** Converts valibot's `("a" | "b")` to a phrase. */
function toChoice(expected: string | null): string {
  const values = (expected ?? '')
    .replace(/^\((.*)\)$/u, '$1')
    .replaceAll('"', '')
    .split(' | ');
  return values.length > 1 ? `one of ${values.join(', ')}` : values.join('');
}

function atLeastCharacters(issue: BaseIssue<unknown>): string {
  return `Use at least ${counted(issue, 'character')}.`;
}

function atMostCharacters(issue: BaseIssue<unknown>): string {
  return `Use at most ${counted(issue, 'character')}.`;
}

function items(issue: BaseIssue<unknown>): string {
  return counted(issue, 'item');
}

function counted({ requirement }: BaseIssue<unknown>, noun: string): string {
  return `${String(requirement)} ${noun}${requirement === 1 ? '' : 's'}`;
}

function isOfList({ input }: BaseIssue<unknown>): boolean {
  return Array.isArray(input);
}

import Fuzzy from '@leeoniya/ufuzzy';
import type { Entry, Match } from './entry.ts';

/** Letters of every script. One letter of a word may be wrong, missing or in the wrong place. */
const OPTIONS = {
  unicode: true,
  interSplit: String.raw`[^\p{L}\d']+`,
  intraSplit: String.raw`\p{Ll}\p{Lu}`,
  intraBound: String.raw`\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}`,
  intraChars: String.raw`[\p{L}\d']`,
  intraContr: String.raw`'\p{L}{1,2}\b`,
  intraMode: 1,
} as const;

/** The words of a text can have another order in what it finds. */
const ANY_ORDER = 1;
/** Each group shows at most so many matches. */
const PER_GROUP = 6;

/** The entries that a text finds, the best first; within their groups, of which the one with the best match is first. */
export function matchesOf(entries: readonly Entry[], text: string): readonly Match[] {
  const groups = Map.groupBy(ranked(entries, text), ({ entry }) => entry.group);
  return [...groups.values()].flatMap((group) => group.slice(0, PER_GROUP));
}

function ranked(entries: readonly Entry[], text: string): readonly Match[] {
  const haystack = entries.map(({ name, words }) => `${name} ${words}`);
  const [found, info, order] = new Fuzzy(OPTIONS).search(haystack, text, ANY_ORDER);
  const matches = (order ?? []).flatMap((place): Match[] => {
    const entry = entries[info?.idx[place] ?? -1];
    return entry ? [{ entry, marks: marksIn(entry.name, info?.ranges[place] ?? []) }] : [];
  });
  if (matches.length > 0) return matches;
  // Too many are found to rank them, or the text has no letter.
  if (found && found.length > 0) return found.flatMap((index) => unmarked(entries[index]));
  const wanted = text.toLowerCase();
  return entries.filter((_, index) => haystack[index]?.toLowerCase().includes(wanted)).flatMap(unmarked);
}

function unmarked(entry: Entry | undefined): Match[] {
  return entry ? [{ entry, marks: [] }] : [];
}

/** The found places that lie in the name, not in the other words. */
function marksIn({ length }: string, ranges: readonly number[]): Match['marks'] {
  const pairs = ranges.flatMap((start, index) => {
    const end = ranges[index + 1];
    return index % 2 === 0 && end !== undefined ? [[start, end] as const] : [];
  });
  return pairs.filter(([, end]) => end <= length);
}

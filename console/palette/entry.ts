import type { IconNode } from 'lucide';

/** Something that the palette offers. */
export type Entry = {
  readonly id: string;
  readonly group: string;
  readonly icon: IconNode;
  readonly name: string;
  /** Other words that find it. */
  readonly words: string;
  /** Shown at the end of its line. */
  readonly hint?: string;
  /** Whether the name is text of a person, which can have any direction. */
  readonly isForeign?: boolean;
} & (
  | { readonly href: string; readonly isOutside?: boolean }
  | {
      /** What it does. It has no screen. */
      readonly act: () => void;
    }
);

/** An entry that a text has found, with the places of the text in its name: the first and the last of each match. */
export type Match = { readonly entry: Entry; readonly marks: readonly (readonly [number, number])[] };

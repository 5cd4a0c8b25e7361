import type { Outside } from '#cli/command/outside.ts';
import { safeJson, safeText, withoutKeys } from './safe-text.ts';

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** A cell of a table, or a text, with a colour. */
export type Painted = { readonly text: string; readonly colour: Colour };

type Cell = string | number | null | undefined | Painted;

/** How commands print. Texts of others are always made safe; only this module writes escape sequences. */
export type Screen = {
  /** A line of the result. Each part is made safe and has an own colour. */
  line(...parts: readonly Cell[]): void;
  /** A column of names and one of values. Values that are null or undefined are left out. */
  fields(entries: Readonly<Record<string, Cell>>): void;
  table(head: readonly string[], rows: readonly (readonly Cell[])[]): void;
  /** JSON with an indentation. */
  json(value: unknown): void;
  /** JSON on one line, for streams. */
  jsonLine(value: unknown): void;
  /** A text of this program as it is, such as a completion script. */
  raw(text: string): void;
  /** A line about the work, on standard error. */
  note(...parts: readonly Cell[]): void;
  /** Shows the state of long work in one line, on standard error and only on a terminal. */
  progress(text: string): void;
  endProgress(): void;
};

export function createScreen({
  output,
  messages,
  env,
}: Pick<Outside, 'output' | 'messages' | 'env'>): Screen {
  const wantsColour = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  let progressShown = false;

  function show(cell: Cell, colours: boolean): string {
    if (cell === null || cell === undefined) return '–';
    if (typeof cell !== 'object') return safeText(String(cell));
    const text = safeText(cell.text);
    if (!colours) return text;
    const [begin, end] = CODES[cell.colour];
    return `\u001b[${begin}m${text}\u001b[${end}m`;
  }

  function endProgress(): void {
    if (progressShown) messages.write('\r\u001b[K');
    progressShown = false;
  }

  function print(to: Outside['output'], parts: readonly Cell[]): void {
    endProgress();
    to.write(`${parts.map((part) => show(part, wantsColour && to.isTerminal)).join('  ')}\n`);
  }

  function table(rows: readonly (readonly Cell[])[]): void {
    const widths: number[] = [];
    for (const row of rows)
      for (const [index, cell] of row.entries())
        widths[index] = Math.max(widths[index] ?? 0, show(cell, false).length);
    for (const row of rows) {
      const padded = row.map((cell, index) => {
        const missing = (widths[index] ?? 0) - show(cell, false).length;
        const space = index === row.length - 1 ? '' : ' '.repeat(missing);
        return `${show(cell, wantsColour && output.isTerminal)}${space}`;
      });
      output.write(`${padded.join('  ').trimEnd()}\n`);
    }
  }

  return {
    line: (...parts) => print(output, parts),
    fields(entries) {
      const present = Object.entries(entries).filter(([, value]) => value !== null && value !== undefined);
      table(present.map(([name, value]) => [{ text: name, colour: 'dim' }, value]));
    },
    table: (head, rows) => table([head.map((text) => ({ text, colour: 'bold' }) as const), ...rows]),
    json(value) {
      output.write(`${safeJson(value, 2)}\n`);
    },
    jsonLine(value) {
      output.write(`${safeJson(value)}\n`);
    },
    raw(text) {
      output.write(text);
    },
    note: (...parts) =>
      print(
        messages,
        parts.map((part) => (typeof part === 'string' ? withoutKeys(part) : part)),
      ),
    progress(text) {
      if (!messages.isTerminal) return;
      progressShown = true;
      messages.write(`\r\u001b[K${safeText(text)}`);
    },
    endProgress,
  };
}

export function paint(colour: Colour, text: string): Painted {
  return { text, colour };
}

/** Notes a text only if it differs from the previous one: a server that is away all night does not fill the screen. */
export function createNoteOnce(screen: Screen): (text: string) => void {
  let previous: string | undefined;
  return (text) => {
    if (text !== previous) screen.note(text);
    previous = text;
  };
}

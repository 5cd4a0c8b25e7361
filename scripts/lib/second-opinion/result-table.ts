import type { Records } from './record.ts';

const HEADINGS = ['opinion', 'outcome', 'time', 'tools', 'summary'] as const;

/** The table that a run prints: one line for each opinion. */
export function resultTable(records: Records): string {
  const rows = Object.entries(records).map(([name, { outcome, seconds, tools, summary }]) => [
    name,
    outcome,
    `${Math.round(seconds)} s`,
    tools.join(', '),
    summary.split('\n')[0] ?? '',
  ]);
  const lines = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

import { type Goal, isMet } from '#bench/cost/goals.ts';
import type { BillLine } from './bill.ts';
import { totalDollars } from './bill.ts';
import type { EventBill } from './event-bill.ts';
import type { UpdateBill } from './update-bill.ts';

/** The bill of an event run as text. */
export function eventTable(bill: EventBill): string {
  const {
    events,
    endpoints,
    contact,
    spread,
    samples,
    plane,
    beside,
    perMillionEvents,
    perMillionDeliveries,
  } = bill;
  return [
    `${events} ${samples ? 'samples of the catalogue' : `events${contact ? ' about a contact' : ''}`} ${spread ? 'to one of' : '×'} ${endpoints} endpoints: dollars per million events`,
    ...plane.map(row),
    `${money(perMillionEvents)}  from the event to the recorded attempt; ${perMillionDeliveries.toFixed(3)} per million deliveries`,
    ...beside.map(row),
    '',
  ].join('\n');
}

export function updateTable({
  name,
  operation,
  warm,
  cold,
  keyNotes,
  lines,
  perMillion,
}: UpdateBill): string {
  return [
    `${operation}, ${name}: dollars per million requests`,
    ...lines.map(row),
    `${money(perMillion)}  in total; ${warm.reads} reads and ${warm.writes} writes per request`,
    `          key not cached: ${cold.reads} reads, ${cold.writes} writes, and ${keyNotes} to record the use of the key`,
    '',
  ].join('\n');
}

export function monthTable(lines: readonly BillLine[]): string {
  return computedTable('Idle platform: dollars per month', lines);
}

/** Lines with their sum. */
export function computedTable(title: string, lines: readonly BillLine[]): string {
  return [title, ...lines.map(row), `${money(totalDollars(lines))}  in total`, ''].join('\n');
}

export function goalTable(goals: readonly Goal[]): string {
  return goals
    .map(
      (goal) =>
        `${isMet(goal) ? 'met   ' : 'MISSED'} ${goal.found.toFixed(3)} ≤ ${Number(goal.limit.toFixed(3))}: ${goal.what}`,
    )
    .join('\n');
}

function row({ component, what, dollarsPerMillion }: BillLine): string {
  return `${money(dollarsPerMillion)}  ${component} (${what})`;
}

function money(dollars: number): string {
  return dollars.toFixed(3).padStart(8);
}

import { describe, expect, it } from 'vitest';
import { MESSAGE_SABOTAGES, type MessageSabotageName } from './message-sabotages.ts';
import { findBrokenMessages } from './message-search.ts';

/** The violation that the model finds when a guard is missing. */
const FOUND: readonly (readonly [MessageSabotageName, string])[] = [
  ['a claim needs no unchanged message', 'each write is based on the one before'],
  ['a claim needs no unchanged contact', 'nothing is claimed after an opt-out'],
  ['a message is sent again after its lease', 'at most one request that may have been accepted'],
  ['a write needs no unchanged message', 'each write is based on the one before'],
  ['receipts that arrive first are forgotten', 'a receipt that was kept is recorded'],
  ['a repeated message of a contact is recorded again', 'each event is recorded once'],
  ['there is no sweep', 'every message has an outcome'],
];

const HISTORIES = 150;
const TIMEOUT_MS = 120_000;

describe('the model of messages itself', () => {
  it.each(FOUND)('detects: %s', { timeout: TIMEOUT_MS }, async (name, rule) => {
    const { broken, ran } = await findBrokenMessages(1, HISTORIES, MESSAGE_SABOTAGES[name]);
    if (process.env['MODEL_SABOTAGES'] === 'all') process.stdout.write(`${name}: ${ran} histories\n`);
    expect(broken?.broken?.rule).toBe(rule);
  });
});

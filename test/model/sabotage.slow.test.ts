import { describe, expect, it } from 'vitest';
import { SABOTAGES, type SabotageName } from './sabotages.ts';
import { findBroken } from './search.ts';

/**
 * The violation that the model finds when a guard is missing, and the rule that detects it. Few histories are enough for
 * these; the others of the table take longer and run with MODEL_SABOTAGES=all.
 */
const FOUND: readonly (readonly [SabotageName, string])[] = [
  ['no lease: whoever asks may make the attempt', 'a request is repeated only after a fault'],
  ['no planning again of what is recorded but not planned', 'not late without a cause'],
  ['a seventh attempt is planned', 'never a seventh attempt'],
  ['an attempt is recorded without a condition', 'attempts count from 1 without a gap'],
  ['retries come at once', 'no attempt earlier than its delay'],
  ['the settings version is not looked at', 'never a request for old settings'],
  ['a suspension is not looked at', 'never a request for old settings'],
  ['the endpoint is read once, before the claim', 'never a request for old settings'],
  ['a secret stays in a cache by its endpoint', 'signed with the secrets valid at the read'],
  ['no sweep', 'every history ends'],
  ['the dispatcher swallows a failed write of a log', 'the log lists every event'],
  ['the log gives a batch the number of the one before', 'the feed has every listed event'],
  ['a returned message counts nothing', 'every attempt is counted once'],
  ['a returned message counts what is counted', 'every attempt is counted once'],
  ['two deliveries open the breaker', 'the breaker opens after 5 deliveries without a response'],
];

const HISTORIES = 150;

const { MODEL_SABOTAGES } = process.env;
const MAX_HISTORIES = 6000;

const TIMEOUT_MS = 120_000;

describe('the model itself', () => {
  it.each(FOUND)('detects: %s', { timeout: TIMEOUT_MS }, async (name, rule) => {
    const { broken } = await findBroken(1, HISTORIES, { sabotage: SABOTAGES[name] });
    expect(broken?.broken?.rule).toBe(rule);
  });

  const all = Object.entries(SABOTAGES);
  it.runIf(MODEL_SABOTAGES === 'all').each(all)(
    'detects in the long run: %s',
    { timeout: 10 * TIMEOUT_MS },
    async (name, sabotage) => {
      const { broken, ran } = await findBroken(1, MAX_HISTORIES, { sabotage });
      process.stdout.write(`${name}: ${ran} histories, ${broken?.broken?.rule ?? 'not found'}\n`);
      expect(broken).toBeDefined();
    },
  );
});

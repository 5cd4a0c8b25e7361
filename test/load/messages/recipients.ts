import { chance } from '#bench/load/seeded.ts';
import { behaviourNamed } from '#local/messaging/recipients.ts';

/** The share of the recipients with each behaviour; all others are usual. */
const SHARES = [
  ['failed', 0.05],
  ['silent', 0.02],
  ['repeated', 0.1],
  ['early', 0.05],
  ['reset', 0.01],
  ['opted-out', 0.005],
  ['rejected', 0.005],
] as const;

/** Every so many recipients, one is throttled. */
const THROTTLED_EVERY = 2500;

/** The phone number of a recipient, whose ending chooses what the fake AWS does. Number 0 is throttled. */
export function phoneOf(seed: number, recipient: number): string {
  return `+1202${String(10_000 + recipient)}${endingOf(seed, recipient)}`;
}

/** The name of the behaviour of a recipient. */
export function behaviourAt(seed: number, recipient: number): string {
  if (recipient % THROTTLED_EVERY === 0) return 'throttled';
  let left = chance(seed, 'behaviour', recipient);
  for (const [name, share] of SHARES) {
    if (left < share) return name;
    left -= share;
  }
  return 'delivered';
}

function endingOf(seed: number, recipient: number): string {
  const behaviour = behaviourNamed(behaviourAt(seed, recipient));
  return behaviour.ending ?? String(Math.floor(chance(seed, 'ending', recipient) * 80)).padStart(2, '0');
}

import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import { createRandom, type Random } from './random.ts';

/** The behaviour of a receiver for a while. */
const MOODS = [
  'well',
  'slow',
  'failing',
  'busy',
  'rejecting',
  'redirecting',
  'hanging',
  'gone',
  'fickle',
] as const;

type Mood = (typeof MOODS)[number];

/** The outcome of one request: when it arrives, if it does, and what the sender learns when. */
export type RequestContext = { readonly arrivesAfter: number | undefined; readonly result: SendResult };

const RETRY_AFTER = [null, null, '1', '30', '600', '7200', '86400', 'soon'] as const;

/** A receiver whose behaviour changes, by seed; at the end most work again, and some stay as they are. */
export function createReceiver(seed: number, name: string, start: number, healsAt: number) {
  const random = createRandom(seed, `receiver/${name}`);
  const phases: { readonly until: number; readonly mood: Mood }[] = [];
  for (let at = start; at < healsAt;) {
    at += Math.round(60_000 * 2 ** (8 * random.next()));
    phases.push({ until: at, mood: random.chance(0.45) ? 'well' : random.pick(MOODS) });
  }
  const last: Mood = random.chance(0.8) ? 'well' : random.pick(MOODS);

  function moodAt(now: number): Mood {
    const mood = now < healsAt ? (phases.find(({ until }) => now < until)?.mood ?? last) : last;
    return mood === 'fickle' ? random.pick(MOODS) : mood;
  }

  return {
    answer(now: number): RequestContext {
      return answerIn(moodAt(now), random);
    },
  };
}

function answerIn(mood: Mood, random: Random): RequestContext {
  switch (mood) {
    case 'slow':
      return answered(200, random.between(1000, 7900), null);
    case 'failing':
      return answered(random.pick([500, 502, 503, 408]), random.between(10, 400), random.pick(RETRY_AFTER));
    case 'busy':
      return answered(random.pick([429, 503]), random.between(10, 100), random.pick(RETRY_AFTER));
    case 'rejecting':
      return answered(random.pick([400, 401, 404, 410, 422]), random.between(10, 100), null);
    case 'redirecting':
      return {
        ...answered(301, 20, null),
        result: { ...answered(301, 20, null).result, outcome: 'redirect' },
      };
    case 'hanging':
      return withoutResponse('timeout', 8000, 30);
    case 'gone':
      return random.chance(0.5)
        ? withoutResponse('network_error', 15)
        : withoutResponse('connect_timeout', 4000);
    case 'fickle':
    case 'well':
  }
  return answered(random.pick([200, 201, 204]), random.between(10, 600), null);
}

function answered(statusCode: number, durationMs: number, retryAfter: string | null): RequestContext {
  const isSuccess = statusCode < 300;
  const result = {
    outcome: isSuccess ? 'success' : 'http_error',
    statusCode,
    durationMs,
    error: isSuccess ? null : `The receiver answered ${statusCode}.`,
    retryAfter,
    responseText: null,
  } as const;
  return { arrivesAfter: Math.floor(durationMs / 2), result };
}

function withoutResponse(
  outcome: 'timeout' | 'connect_timeout' | 'network_error',
  durationMs: number,
  arrivesAfter?: number,
): RequestContext {
  const nothing = { statusCode: null, retryAfter: null, responseText: null };
  return { arrivesAfter, result: { outcome, durationMs, error: 'No response.', ...nothing } };
}

import { EXAMPLE_ENDPOINTS } from '#local/example/example-endpoints.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { Attempt } from '#shared/webhooks/domain/delivery.ts';
import { type History, timeBefore } from './history.ts';
import { fraction } from './seeded.ts';

/** What an attempt recorded about the response of the receiver. */
type PastResponse = Omit<Attempt, 'number' | 'startedAt' | 'countedIn'>;

/** The receiver of the failing endpoint rejected its key, and then has been overloaded since. */
const REJECTED_FROM_HOURS = 26;
const OVERLOADED_FROM_HOURS = 20;

const TIMEOUT_MS = 8000;

const STATUS_TEXTS = { 401: 'Unauthorized', 502: 'Bad Gateway', 503: 'Service Unavailable' } as const;

type Moment = { readonly at: Date; readonly attempt: number; readonly name: string };

/** How the receiver of an endpoint responded to an attempt. `name` identifies the attempt. */
export function pastResponse(history: History, endpoint: string, moment: Moment): PastResponse {
  const { at, name, attempt } = moment;
  const { failing, hanging, recovered } = EXAMPLE_ENDPOINTS;
  const chance = fraction(`response ${name}`);
  if (endpoint === failing.name) {
    const hoursAgo = (history.endsAt.getTime() - at.getTime()) / HOUR_MS;
    if (hoursAgo <= OVERLOADED_FROM_HOURS) return failure(503, between(name, 900, 2600));
    if (hoursAgo <= REJECTED_FROM_HOURS) return failure(401, between(name, 60, 140));
  }
  if (endpoint === hanging.name)
    return chance < 0.07 ? timeout() : success(between(name, 1200, chance < 0.3 ? 6500 : 3200));
  if (endpoint === recovered.name && attempt === 1 && chance < 0.2)
    return failure(503, between(name, 40, 90));
  // A week ago, the gateway before the other systems of the shop was down for two hours.
  if (endpoint !== recovered.name && isDuringIncident(history, at) && chance < 0.85)
    return chance < 0.6 ? failure(502, between(name, 15, 60)) : timeout();
  return chance < 0.012 ? failure(502, between(name, 30, 90)) : success(between(name, 45, 320));
}

function isDuringIncident(history: History, at: Date): boolean {
  return at >= timeBefore(history, 7, '13:10') && at < timeBefore(history, 7, '15:25');
}

function success(durationMs: number): PastResponse {
  return { outcome: 'success', statusCode: 200, durationMs, error: null, responseText: null };
}

function failure(statusCode: keyof typeof STATUS_TEXTS, durationMs: number): PastResponse {
  const text = STATUS_TEXTS[statusCode];
  const error = `The receiver responded with ${statusCode} ${text}.`;
  return { outcome: 'http_error', statusCode, durationMs, error, responseText: `{"error":"${text}"}` };
}

function timeout(): PastResponse {
  const error = `No response within ${TIMEOUT_MS / 1000} seconds; respond first, and process the event afterwards.`;
  return { outcome: 'timeout', statusCode: null, durationMs: TIMEOUT_MS, error, responseText: null };
}

/** Milliseconds, most of them in the lower part of the range. */
function between(name: string, from: number, to: number): number {
  return Math.round(from + (to - from) * fraction(`duration ${name}`) ** 2);
}

import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Running } from '#scripts/lib/stack/running.ts';
import { sendRequest } from './send-request.ts';

/** Phone numbers of the sandbox that a sample may need, and a phone number that the workspace has not connected. */
export const NUMBER_GIVENS = ['phone-number', 'verified-number', 'free-number'] as const;

type NumberGiven = (typeof NUMBER_GIVENS)[number];

const PATH = '/api/v1/salesbot/phone-numbers';

const responseSchema = v.object({ data: v.object({ id: v.string(), phone: v.string() }) });

export function isNumberGiven(given: string): given is NumberGiven {
  return NUMBER_GIVENS.some((each) => each === given);
}

/** Connects a number through the API; returns the values of the placeholders. */
export async function prepareNumberGiven(
  running: Running,
  given: NumberGiven,
): Promise<Record<string, string>> {
  if (given === 'free-number') return { freeNumber: aNumber() };
  const body = { platform: 'sandbox', phone: aNumber() };
  const { id, phone } = v.parse(responseSchema, await sendRequest(running, 'POST', PATH, body)).data;
  if (given === 'verified-number') await sendRequest(running, 'POST', `${PATH}/${id}/verify`, {});
  return { numberId: id, numberPhone: phone };
}

/** A number with an area code and an exchange that can exist. */
function aNumber(): string {
  return `+1${200 + randomInt(700)}${200 + randomInt(700)}${String(randomInt(10_000)).padStart(4, '0')}`;
}

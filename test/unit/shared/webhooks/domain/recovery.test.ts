import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { type Delivery, DELIVERY_STATES } from '#shared/webhooks/domain/delivery.ts';
import {
  isRecoverable,
  RECOVERABLE_STATES,
  type RecoverableState,
} from '#shared/webhooks/domain/recovery.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';

const WEEK = 7 * 86_400;
const ENDPOINT = anEndpoint({ enabled: true, settingsVersion: 2 });

function aFailure(overrides: Partial<Delivery> = {}): Delivery {
  return aDelivery({ state: 'failed', reason: 'receiver_rejected', settingsVersion: 2, ...overrides });
}

function isChosen(
  delivery: Delivery,
  { lastResend, states = RECOVERABLE_STATES, endpoint = ENDPOINT, at = NOW }: Options = {},
): boolean {
  return isRecoverable(delivery, lastResend, endpoint, states, at);
}

type Options = {
  lastResend?: Delivery;
  states?: readonly RecoverableState[];
  endpoint?: typeof ENDPOINT;
  at?: Date;
};

describe('isRecoverable, by state', () => {
  it.each(RECOVERABLE_STATES)('accepts %s deliveries only on request', (state) => {
    const others = RECOVERABLE_STATES.filter((each) => each !== state);

    expect(isChosen(aFailure({ state }), { states: [state] })).toBe(true);
    expect(isChosen(aFailure({ state }), { states: others })).toBe(false);
  });

  it.each(DELIVERY_STATES.filter((state) => !RECOVERABLE_STATES.some((each) => each === state)))(
    'never accepts %s ones',
    (state) => {
      expect(isChosen(aFailure({ state }))).toBe(false);
    },
  );

  it.each(['queued', 'retrying', 'held'] as const)(
    'treats a %s delivery of outdated settings as cancelled, as it is shown',
    (state) => {
      const outdated = aFailure({ state, settingsVersion: 1 });

      expect(isChosen(outdated, { states: ['cancelled'] })).toBe(true);
      expect(isChosen(outdated, { states: ['failed'] })).toBe(false);
    },
  );

  it('accepts what failed with earlier settings, whatever they are now', () => {
    expect(isChosen(aFailure({ settingsVersion: 1 }))).toBe(true);
  });
});

describe('isRecoverable, what it skips', () => {
  it.each([
    ['test events', { test: true }],
    ['what a resend has delivered, even if a later one failed', { deliveredBy: newId(NOW) }],
    ['resends, which follow their originals', { resendOf: newId(NOW) }],
  ])('%s', (_, overrides) => {
    expect(isChosen(aFailure(overrides))).toBe(false);
  });

  it('events that the endpoint no longer subscribes to', () => {
    const endpoint = anEndpoint({ subscriptions: [{ event: 'salesbot.message.sent', channel: 'all' }] });

    expect(isChosen(aFailure(), { endpoint })).toBe(false);
  });

  it('deliveries without a payload', () => {
    expect(isChosen(aFailure(), { at: secondsAfterNow(WEEK - 1) })).toBe(true);
    expect(isChosen(aFailure(), { at: secondsAfterNow(WEEK) })).toBe(false);
  });
});

describe('isRecoverable, after a resend', () => {
  it.each([
    ['queued', false],
    ['retrying', false],
    ['held', false],
    ['succeeded', false],
    ['failed', true],
    ['cancelled', true],
  ] as const)('whose last one is %s: %s', (state, isAgain) => {
    const lastResend = aDelivery({ state, settingsVersion: 2 });

    expect(isChosen(aFailure({ lastResendId: lastResend.id }), { lastResend })).toBe(isAgain);
  });

  it.each(['queued', 'retrying'] as const)('whose %s last one an edit has cancelled: again', (state) => {
    const lastResend = aDelivery({ state, settingsVersion: 1 });

    expect(isChosen(aFailure(), { lastResend })).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { type Delivery, DELIVERY_STATES } from '#shared/webhooks/domain/delivery.ts';
import {
  isRecoverable,
  RECOVERABLE_STATES,
  type RecoverableState,
} from '#shared/webhooks/domain/recovery.ts';
import { aDelivery, anEndpoint, secondsAfterNow, NOW } from '#test/support/builders/platform/builders.ts';

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
  it.each(RECOVERABLE_STATES)('takes %s deliveries if they are asked for, and only then', (state) => {
    const others = RECOVERABLE_STATES.filter((each) => each !== state);

    expect(isChosen(aFailure({ state }), { states: [state] })).toBe(true);
    expect(isChosen(aFailure({ state }), { states: others })).toBe(false);
  });

  it.each(DELIVERY_STATES.filter((state) => !RECOVERABLE_STATES.some((each) => each === state)))(
    'never takes %s ones',
    (state) => {
      expect(isChosen(aFailure({ state }))).toBe(false);
    },
  );

  it.each(['queued', 'retrying', 'held'] as const)(
    'takes a %s delivery of older settings as cancelled, as it is shown (R17)',
    (state) => {
      const outdated = aFailure({ state, settingsVersion: 1 });

      expect(isChosen(outdated, { states: ['cancelled'] })).toBe(true);
      expect(isChosen(outdated, { states: ['failed', 'held'] })).toBe(false);
    },
  );

  it('takes what failed at the settings of then, whatever they are now', () => {
    expect(isChosen(aFailure({ settingsVersion: 1 }))).toBe(true);
  });
});

describe('isRecoverable, what it passes over', () => {
  it.each([
    ['test events', { test: true }],
    ['what a resend has delivered, though a later one failed', { deliveredBy: newId(NOW) }],
    ['resends: they stand behind what they repeat', { resendOf: newId(NOW) }],
  ])('%s (R25)', (_, overrides) => {
    expect(isChosen(aFailure(overrides))).toBe(false);
  });

  it('what the endpoint is not subscribed to any more', () => {
    const endpoint = anEndpoint({ subscriptions: [{ event: 'salesbot.message.sent', channel: 'all' }] });

    expect(isChosen(aFailure(), { endpoint })).toBe(false);
  });

  it('what has no payload any more', () => {
    expect(isChosen(aFailure(), { at: secondsAfterNow(WEEK - 1) })).toBe(true);
    expect(isChosen(aFailure(), { at: secondsAfterNow(WEEK) })).toBe(false);
  });
});

describe('isRecoverable, after a resend (R25)', () => {
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

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyReport, type EngineReport, requireClaimable } from '#shared/messaging/domain/engine-report.ts';
import { claimed, withUnknownResult } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

/** What engines and the sweep do to one message. `by` is the claim whose token a report has, counted from the newest. */
const step = fc.oneof(
  fc.constant({ kind: 'claim' as const }),
  fc.record({
    kind: fc.constant('report' as const),
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed', 'released'),
    by: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 61) }),
  fc.constant({ kind: 'sweep' as const }),
);

const RANK = ['queued', 'sending', 'unknown', 'sent', 'delivered', 'read'];

it('a message is claimed again only after every earlier claim was released, and its status never moves back', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let message: Message = anOutgoingMessage(aConversation({ platform: 'facebook', phoneNumberId: null }));
      let second = 0;
      const tokens: string[] = [];
      const given: string[] = [];

      function apply(after: Message): void {
        const isBack = RANK.indexOf(after.status) < RANK.indexOf(message.status) && after.status !== 'failed';
        const isRelease = message.status === 'sending' && after.status === 'queued';
        expect([message.status, after.status, isBack && !isRelease]).toEqual([
          message.status,
          after.status,
          false,
        ]);
        message = after;
      }

      for (const each of steps) {
        const now = secondsAfterNow(second);
        try {
          if (each.kind === 'wait') second += each.seconds;
          else if (each.kind === 'sweep') {
            if (message.claim && message.claim.until <= now) apply(withUnknownResult(message, now));
          } else if (each.kind === 'claim') {
            requireClaimable(message);
            // Whoever has not given the message back may have sent it.
            expect(given).toEqual(tokens);
            const token = `token ${tokens.length}`;
            tokens.push(token);
            apply(claimed(message, { token, until: secondsAfterNow(second + 60) }, now));
          } else {
            const token = tokens.at(-1 - each.by) ?? 'none';
            const report: EngineReport =
              each.status === 'released'
                ? { status: 'released', claimToken: token, errorCode: null }
                : {
                    status: each.status as 'sent',
                    claimToken: token,
                    at: now,
                    errorCode: null,
                    provider: 'meta',
                    providerMessageId: null,
                  };
            const progress = applyReport(message, report, now);
            if (progress?.message.status === 'queued') given.push(token);
            if (progress) apply(progress.message);
          }
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

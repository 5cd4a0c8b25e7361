import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Log, LogMessage } from '#shared/platform/runtime/logger.ts';
import {
  type SIMULATED_FAILURES,
  SIMULATED_REMOVAL_FAILURES,
  sandboxOptions,
} from '#shared/publishing/domain/network-options.ts';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { PublishingProvider, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { publishThread } from './publish-thread.ts';
import { finalError, retryableError, unauthorisedError } from './publishing-stop.ts';
import type { PublishingStopError } from './publishing-stop.ts';
import { removeBy } from './remove-by.ts';

const REMOVED: LogMessage = { code: 'SANDBOX_REMOVED', message: 'The sandbox removed a post' };
const POSTED: LogMessage = { code: 'SANDBOX_POSTED', message: 'The sandbox accepted a post' };

/**
 * A network that publishes nowhere. Its remote ids are derived from the key of the run, and it logs one line per post with
 * the length and the digest of the text (links included), but not the text itself.
 */
export function createSandboxProvider(log: Log): PublishingProvider {
  return {
    name: 'sandbox',
    deduplicationMs: Number.POSITIVE_INFINITY,
    async verify() {
      return {
        kind: 'verified',
        profile: { identity: null, username: 'sandbox', name: 'Sandbox', image: null },
      };
    },
    async publish(request) {
      const stop = simulated(request);
      const { fail_removal: failRemoval } = v.is(sandboxOptions, request.options) ? request.options : {};
      return publishThread(request, async (item, index) => {
        if (stop !== undefined) throw stop;
        const { key } = request;
        const text = outgoingText(item);
        const sha256 = createHash('sha256').update(text).digest('hex');
        log.info(POSTED, { key, index, characters: [...text].length, sha256, files: item.media.length });
        // The id contains the failure that removing the post simulates, because a removal knows only the id.
        const suffix = failRemoval === undefined ? '' : `:${failRemoval}`;
        return {
          id: `sandbox:${key}:${index}${suffix}`,
          url: `https://sandbox.invalid/posts/${encodeURIComponent(key)}/${index}`,
        };
      });
    },
    async remove({ remote: { id } }) {
      return removeBy(async () => {
        const failure = SIMULATED_REMOVAL_FAILURES.find((each) => id.endsWith(`:${each}`));
        if (failure !== undefined) throw STOPS[failure]();
        log.info(REMOVED, { id });
      });
    },
  };
}

function simulated({ options, unknownSince }: PublishRequest): PublishingStopError | undefined {
  const parsed = v.safeParse(sandboxOptions, options);
  if (!parsed.success)
    return finalError(
      'options_invalid',
      'options.sandbox.fail has an unsupported value. Use one of once, always, refused, unauthorised.',
    );
  const { fail } = parsed.output;
  if (fail === undefined || (fail === 'once' && unknownSince !== null)) return undefined;
  return STOPS[fail]();
}

const STOPS: Readonly<Record<(typeof SIMULATED_FAILURES)[number], () => PublishingStopError>> = {
  once: () =>
    retryableError('network_unavailable', 'The sandbox was configured to fail once.', { unknown: true }),
  always: () => retryableError('network_unavailable', 'The sandbox was configured to fail always.'),
  refused: () => finalError('network_refused', 'The sandbox was configured to reject the post.'),
  unauthorised: () => unauthorisedError('The sandbox was configured to reject the credentials.'),
};

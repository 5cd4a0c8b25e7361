import type { AccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import { isShown } from '#shared/biolinks/domain/block.ts';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';
import { visiblePage } from '#shared/biolinks/render/page-document.ts';
import type { PageFinder, PageLookup } from '#shared/biolinks/render/page-finder.ts';
import { documentResponse, type PageResponse } from '#shared/biolinks/render/page-response.ts';
import { closedGate } from '#shared/biolinks/render/show-page.ts';
import { SIGNED_UP, signupAnchor, type SignupProblems } from '#shared/biolinks/render/signup-form.ts';
import { clientNetworks } from '#shared/biolinks/render/visitor-id.ts';
import { errorPage, missingPageFormResponse, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import { admitSignup, type SignupAdmission } from '#shared/biolinks/use-cases/admit-signup.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import { recordSignup } from '#shared/messaging/use-cases/record-signup.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { isOwnForm, readForm } from '#shared/platform/http/form-body.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { operation } from './operation.ts';
import { readSignup, type Sent } from './read-signup.ts';

type Dependencies = {
  readonly finder: PageFinder;
  readonly attempts: Pick<UnlockAttempts, 'count'>;
  readonly accessTokenKey: AccessTokenKey;
  readonly contacts: Pick<ContactStore, 'find' | 'findByAddress' | 'createBySignup' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
  readonly log: Pick<Log, 'warn'>;
};

const LIMITED = {
  code: 'SIGNUPS_LIMITED',
  message: 'A page or a workspace has reached its limit of sign-ups, so visitors cannot sign up',
};

/**
 * Stores a sign-up as a contact before the visitor gets the response. The response is the same for known and unknown addresses
 * (docs/specification/biolinks.md#sign-ups).
 */
export function createHandler({
  finder,
  attempts,
  accessTokenKey,
  log,
  ...recording
}: Dependencies): OperationHandler<typeof operation> {
  const { origin } = finder;
  const gates = { accessTokenKey: accessTokenKey.find, origin };

  return {
    async handle({ event, params, now, requestId }) {
      const { headers, cookies = [] } = event;
      const { domainName, http } = event.requestContext;
      const acceptEncoding = headers['accept-encoding'];
      const visitor = { isHttps: origin.startsWith('https:'), acceptEncoding };
      if (!isOwnForm(event)) return errorPage(403, visitor);
      const form = readForm(event);
      const lookup = await finder.find(domainName, params.slug);
      // A redirect would look like a success, and lose what the visitor entered.
      if (lookup.kind === 'moved') return errorPage(409, visitor);
      if (lookup.kind !== 'page') return missingPageFormResponse(lookup, visitor);
      const { page, blocks } = lookup;
      const path = `/${encodeURIComponent(page.slug)}`;
      if (await closedGate(gates, page, { headers, cookies, now })) return errorPage(409, visitor);
      const block = blocks.blocks.find(({ id }) => id === params.block);
      if (!block || block.content.type !== 'signup' || !isShown(block, now)) return errorPage(404, visitor);

      const { id: blockId, content } = block;
      const done = seeOther(`${path}?${SIGNED_UP}=${blockId}#${signupAnchor(blockId)}`);
      const signup = readSignup(form, content);
      // A program that fills in every field gets the response of a sign-up, so that it does not try something else.
      if (signup.kind === 'trapped') return done;
      if (signup.kind === 'wrong') return again(lookup, signup.sent, signup.problems, signup.status);
      const key = await accessTokenKey.ensure();
      const admission = await admitSignup(attempts, page, clientNetworks(key, http.sourceIp), now);
      if (!admission.admitted) {
        if (admission.limit !== 'visitor')
          log.warn(LIMITED, { page_id: page.id, workspace_id: page.workspaceId, limit: admission.limit });
        return later(lookup, signup.sent, admission);
      }
      const { name, email, version } = signup;
      const place = { pageId: page.id, pageUrl: publicUrl(page, origin), blockId };
      const consent = { ...place, text: content.consent, version, at: now };
      const request = { operation: operation.name, requestId };
      await recordSignup(recording, { workspaceId: page.workspaceId, name, email, consent }, request);
      return done;

      async function later(found: Found, sent: Sent, { limit, until }: Limited): Promise<PageResponse> {
        const seconds = secondsUntil(until, now);
        const cause =
          limit === 'visitor'
            ? 'There were too many sign-ups from your network.'
            : 'Too many people are signing up at the moment.';
        const problem = `${cause} Try again in ${waitText(seconds)}.`;
        const response = await again(found, sent, { form: problem }, 429);
        return { ...response, headers: { ...response.headers, 'Retry-After': String(seconds) } };
      }

      /** The page with the form as it was sent. It loads no pixels: they were loaded, or not, when the visitor opened the page. */
      async function again(
        found: Found,
        sent: Sent,
        problems: SignupProblems,
        status: number,
      ): Promise<PageResponse> {
        const document = await visiblePage({
          page: found.page,
          blocks: found.blocks.blocks,
          pixels: [],
          consent: 'not-asked',
          origin,
          now,
          signup: { kind: 'again', block: params.block, sent, problems },
        });
        return documentResponse(status, document, acceptEncoding);
      }
    },
  };
}

type Found = Extract<PageLookup, { kind: 'page' }>;
type Limited = Extract<SignupAdmission, { admitted: false }>;

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

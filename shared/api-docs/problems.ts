import * as agentsErrors from '#shared/agents/errors.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import * as filesErrors from '#shared/files/errors.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import type { ErrorFields, ErrorKind } from '#shared/platform/core/error-kind.ts';
import type { DeclaredErrors, ErrorCode } from '#shared/platform/core/errors.ts';
import { platformErrors } from '#shared/platform/core/platform-errors.ts';
import * as privacyErrors from '#shared/privacy/errors.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';

/** The errors of each product. A product that declares errors and is missing here does not compile. */
const OF_PRODUCTS: Omit<DeclaredErrors, 'platform'> = {
  agents: agentsErrors,
  biolinks: biolinksErrors,
  broadcasts: broadcastsErrors,
  events: eventsErrors,
  files: filesErrors,
  messaging: messagingErrors,
  privacy: privacyErrors,
  publishing: publishingErrors,
  webhooks: webhooksErrors,
  workspaces: workspacesErrors,
};

/** Every error with its status and title, for documents and tests: by status, then by code. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the members.
export const PROBLEMS = Object.fromEntries(
  Object.values(OF_PRODUCTS)
    .flatMap((errors) => Object.values<ErrorKind>(errors).map((kind) => kind()))
    .concat(Object.values(platformErrors))
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
    .map((error) => [error.code, error]),
) as Readonly<Record<ErrorCode, ErrorFields<ErrorCode>>>;

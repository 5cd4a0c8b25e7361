import type { StageConfig } from '#infra/config.ts';
import { messagingChannelsOf } from '#infra/messaging.ts';
import { oauthAppsOf } from '#infra/oauth-apps.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import {
  type DeployedVariable,
  LOCAL_VARIABLES,
  variablesOf,
} from '#shared/platform/runtime/capabilities.ts';
import { NO_FRAMES } from '#shared/platform/runtime/console-frames.ts';
import { NO_SENDER } from '#shared/platform/runtime/mail/notification-sender.ts';
import { NO_REDIRECTS } from '#shared/platform/runtime/oauth-settings.ts';
import type { OperationResources } from './data-resources.ts';
import type { Deployment } from './deployment.ts';
import type { FunctionEnvironment } from './function-environment.ts';

/** Hosts of the deployment: those of the API and of the console, comma-separated, and the host of pages without a custom domain. */
type Settings = {
  readonly apiHosts: string;
  readonly consoleHosts: string;
  readonly pageHost: string;
  readonly deployment: Deployment;
};

/** The variables that the capabilities of an operation need. */
export function environmentFor(
  operation: Operation,
  resources: OperationResources,
  { apiHosts, consoleHosts, pageHost, deployment }: Settings,
): FunctionEnvironment {
  const values: Readonly<Record<DeployedVariable, string>> = {
    CORE_TABLE: resources.coreTable.tableName,
    DELIVERY_TABLE: resources.deliveryTable.tableName,
    SECRET_KEY_ID: resources.secretKey.keyArn,
    MEDIA_BUCKET: resources.mediaBucket.bucketName,
    API_HOSTS: apiHosts,
    CONSOLE_HOSTS: consoleHosts,
    CONSOLE_FRAME_ORIGINS: frameOrigins(deployment.config),
    PAGE_HOST: pageHost,
    MESSAGING_CHANNELS: messagingChannelsOf(deployment.config),
    OAUTH_APPS: oauthAppsOf(deployment.config),
    CONNECT_REDIRECT_ORIGINS: redirectOrigins(deployment.config),
    VISIT_QUEUE_URL: resources.visitQueue.queueUrl,
    NOTIFICATION_SENDER: deployment.config.notificationSender?.address ?? NO_SENDER,
  };
  const names = variablesOf(operation).filter(isDeployed);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Pages that may show the console in a frame. @throws Error for anything but an https origin */
function frameOrigins({ consoleFrameOrigins }: Pick<StageConfig, 'consoleFrameOrigins'>): string {
  return originList('consoleFrameOrigins', consoleFrameOrigins, NO_FRAMES);
}

/** Pages to which the browser may return from a network. @throws Error for anything but an https origin */
function redirectOrigins({ connectRedirectOrigins }: Pick<StageConfig, 'connectRedirectOrigins'>): string {
  return originList('connectRedirectOrigins', connectRedirectOrigins, NO_REDIRECTS);
}

/** A typo would allow no page, or too many pages. A browser compares origins without the port 443 of https. */
function originList(setting: string, origins: readonly string[], none: string): string {
  const wrong = origins.find(
    (origin) => !/^https:\/\/[a-z0-9.-]+(?::\d+)?$/u.test(origin) || URL.parse(origin)?.origin !== origin,
  );
  if (wrong !== undefined)
    throw new Error(`"${wrong}" in \`${setting}\` is no origin such as https://portal.example.com.`);
  return origins.length === 0 ? none : origins.join(',');
}

function isDeployed(name: string): name is DeployedVariable {
  return !LOCAL_VARIABLES.some((local) => local === name);
}

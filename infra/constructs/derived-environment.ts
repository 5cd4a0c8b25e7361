import { CAPABILITIES } from '#functions/capabilities.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { StageConfig } from '#infra/config.ts';
import { messagingChannelsOf, priceText, pricesText, sendingRates } from '#infra/settings/messaging.ts';
import { oauthAppsOf } from '#infra/settings/oauth-apps.ts';
import { recoveryKeyText } from '#infra/settings/recovery-key.ts';
import type { CapabilityUser } from '#shared/platform/runtime/capability-engine.ts';
import { LOCAL_VARIABLES, NONE } from '#shared/platform/runtime/provision-variables.ts';
import type { FunctionResources } from './data-resources.ts';
import type { Deployment } from './deployment.ts';
import type { FunctionEnvironment } from './function-environment.ts';

/**
 * Messages that one invocation of `deliver-webhook` handles in two minutes even if every receiver hangs for 8 s, ten at a time. If
 * more messages wait, a late delivery may not be lost but waiting, and the sweep would only add to the backlog.
 */
const MESSAGES_AN_INVOCATION = 150;

/** The variables of what a function declares. @throws Error if the stack has no such value */
export function environmentFor(
  declared: CapabilityUser,
  resources: FunctionResources,
  deployment: Deployment,
): FunctionEnvironment {
  const values = {
    ...resourceVariables(resources),
    ...settingVariables(deployment),
  };
  const names = CAPABILITIES.variablesOf(declared).filter(isDeployed);
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The stack has no value for the variable ${name}.`);
      return [name, value];
    }),
  );
}

type Values = Readonly<Record<string, string | undefined>>;

function resourceVariables(resources: FunctionResources): Values {
  const { data, queues, schedules = {}, apiHosts, apiOrigins, pageHost } = resources;
  return {
    CORE_TABLE: data.coreTable.tableName,
    DELIVERY_TABLE: data.deliveryTable.tableName,
    SECRET_KEY_ID: data.secretKey.keyArn,
    MEDIA_BUCKET: data.mediaBucket.bucketName,
    API_HOSTS: apiHosts,
    API_ORIGINS: apiOrigins,
    PAGE_HOST: pageHost,
    RETRY_DEAD_LETTER_ARN: queues.delivery?.deadLetters.queueArn,
    ...Object.fromEntries(
      Object.entries(queues).flatMap(([name, { queue, deadLetters }]) => {
        const stem = name.toUpperCase().replaceAll('-', '_');
        return [
          [`${stem}_QUEUE_URL`, queue.queueUrl],
          [`${stem}_QUEUE_ARN`, queue.queueArn],
          [`${stem}_DEAD_LETTER_ARN`, deadLetters.queueArn],
        ];
      }),
    ),
    ...Object.fromEntries(
      Object.entries(schedules).flatMap(([name, { groupName, roleArn }]) => [
        [`${name.toUpperCase()}_SCHEDULE_GROUP`, groupName],
        [`${name.toUpperCase()}_SCHEDULE_ROLE_ARN`, roleArn],
      ]),
    ),
  };
}

function settingVariables({ config }: Deployment): Values {
  const { messaging, notificationSender } = config;
  return {
    CONSOLE_FRAME_ORIGINS: originList(config, 'consoleFrameOrigins'),
    CONNECT_REDIRECT_ORIGINS: originList(config, 'connectRedirectOrigins'),
    OAUTH_APPS: oauthAppsOf(config),
    RECOVERY_PUBLIC_KEY: recoveryKeyText(config),
    NOTIFICATION_SENDER: notificationSender?.address ?? NONE,
    NOTIFICATION_CONFIGURATION_SET: notificationSender?.configurationSet ?? '',
    MESSAGING_CHANNELS: messagingChannelsOf(config),
    SMS_CONFIGURATION_SET: messaging?.smsConfigurationSet ?? '',
    SMS_PROTECT_CONFIGURATION: messaging?.protectConfigurationId ?? '',
    SMS_MAX_PRICE: messaging === null ? '' : priceText(messaging),
    MESSAGE_PRICES: pricesText(config),
    ...sendingRates(config),
    RETRY_DELAYS: config.retryDelays.join(','),
    QUEUE_DELAY_LIMIT: String(config.queueDelayLimit),
    DEFER_SECONDS: String(config.breaker.deferSeconds),
    PROBE_SECONDS: String(config.breaker.probeSeconds),
    SWEEP_QUEUE_LIMIT: String((concurrencyOf(config).of.delivery ?? 0) * MESSAGES_AN_INVOCATION),
  };
}

/**
 * Pages that may show the console in a frame, or to which the browser may return from a network. A typo would allow no page, or too
 * many pages. A browser compares origins without the port 443 of https. @throws Error for anything but an https origin
 */
function originList(config: StageConfig, setting: 'consoleFrameOrigins' | 'connectRedirectOrigins'): string {
  const origins = config[setting];
  const wrong = origins.find(
    (origin) => !/^https:\/\/[a-z0-9.-]+(?::\d+)?$/u.test(origin) || URL.parse(origin)?.origin !== origin,
  );
  if (wrong !== undefined)
    throw new Error(`"${wrong}" in \`${setting}\` is no origin such as https://portal.example.com.`);
  return origins.length === 0 ? NONE : origins.join(',');
}

function isDeployed(name: string): boolean {
  return !LOCAL_VARIABLES.some((local) => local === name);
}

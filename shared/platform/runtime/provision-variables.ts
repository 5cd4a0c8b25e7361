/*
 * A provision is a value that a function gets because it declares a capability. Its name says what it is and from which variables it is
 * made: `signingKey` and `accountKey` are the KMS key and the table with key pairs, each for another capability. An adapter therefore cannot get a value from a capability
 * that was declared for another one.
 */

/** Provisions whose variable has another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  core: 'CORE_TABLE',
  deliveries: 'DELIVERY_TABLE',
  allowedHosts: 'WEBHOOK_ALLOWED_HOSTS',
};

/** The value of a variable of a stage that has none of these things: a variable must not be empty. */
export const NONE = 'none';

/** Variables that only the local stack sets: no template has them. */
export const LOCAL_VARIABLES = ['WEBHOOK_ALLOWED_HOSTS', 'NETWORK_ORIGINS'] as const;

/** The variables from which a provision or a setting is made: `retryDelays` is `RETRY_DELAYS`. */
export function variablesOfProvision(name: string): readonly string[] {
  // Every function has the name of its stage, which is the namespace of its metrics.
  if (name === 'metrics') return [];
  if (name.endsWith('TransitKey')) return ['SECRET_KEY_ID'];
  if (name.endsWith('Key')) return ['SECRET_KEY_ID', 'CORE_TABLE', 'RECOVERY_PUBLIC_KEY'];
  if (name.endsWith('Bucket')) return ['MEDIA_BUCKET'];
  const [, group] = /^(.+)Schedules$/u.exec(name) ?? [];
  if (group !== undefined) return [`${upper(group)}_SCHEDULE_GROUP`, `${upper(group)}_SCHEDULE_ROLE_ARN`];
  return [OTHER_NAMES[name] ?? `${upper(name)}${name.endsWith('Queue') ? '_URL' : ''}`];
}

/** The variable of a provision that is made from one. */
export function variableOf(name: string): string {
  const [variable = ''] = variablesOfProvision(name);
  return variable;
}

function upper(camel: string): string {
  return camel.replaceAll(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
}

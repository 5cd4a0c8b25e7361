import type { Operation } from '#shared/platform/http/operation.ts';
import { createDynamoClient } from '#shared/platform/runtime/aws-clients.ts';
import type { CAPABILITY_PROVISIONS, Capability } from '#shared/platform/runtime/capabilities.ts';
import { type Clock, systemClock } from '#shared/platform/runtime/clock.ts';
import { createLog, type Log } from '#shared/platform/runtime/logger.ts';
import { createTable, type Table } from '#shared/platform/store/table.ts';

/** What each provision is at run time. */
type ProvisionValues = {
  readonly core: Table;
  readonly deliveries: Table;
  readonly secretKeyId: string;
  readonly mediaBucket: string;
  readonly apiHosts: readonly string[];
  /** Hosts that may be non-public; set by the local stack only. */
  readonly allowedHosts: readonly string[];
  readonly pageHost: string;
};

type ProvidedBy<C extends Capability> = (typeof CAPABILITY_PROVISIONS)[C][number];

type Services = { readonly clock: Clock; readonly log: Log };

/** Only what the capabilities of an operation provide, besides clock and log. */
export type Provisions<O extends Operation> = Services & Pick<ProvisionValues, ProvidedBy<O['uses'][number]>>;

/**
 * Creates the provisions of an operation. An environment variable is read together with its provision, when the module loads. The
 * type contains only the provisions of the operation's capabilities. @throws Error if a variable is missing
 */
export function createProvisions<const O extends Operation>({ name }: O) {
  const client = createDynamoClient();
  const provisions: ProvisionValues & Services = {
    clock: systemClock,
    log: createLog(name),
    get core() {
      return createTable(client, requiredVariable('CORE_TABLE'));
    },
    get deliveries() {
      return createTable(client, requiredVariable('DELIVERY_TABLE'));
    },
    get secretKeyId() {
      return requiredVariable('SECRET_KEY_ID');
    },
    get mediaBucket() {
      return requiredVariable('MEDIA_BUCKET');
    },
    get apiHosts() {
      return hosts(requiredVariable('API_HOSTS'));
    },
    get allowedHosts() {
      return hosts(process.env['WEBHOOK_ALLOWED_HOSTS'] ?? '');
    },
    get pageHost() {
      return requiredVariable('PAGE_HOST');
    },
  };
  return provisions as ProvisionValues & Provisions<O>;
}

function hosts(value: string): readonly string[] {
  return value.split(',').flatMap((host) => host.trim() || []);
}

/** The value of a variable that must be set and not empty. @throws Error with its name */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Missing environment variable: ${name}`);
  return value;
}

import { OPERATIONS } from '#functions/registry.ts';
import { API_NAMES, type ApiName, integrationsOf, routesOf } from '#infra/settings/api-routes.ts';
import type { AwsAccount } from './aws-account.ts';
import type { Finding } from './finding.ts';

/** API Gateway allows no more for any API, so Service Quotas has no quota for it (API Gateway Developer Guide, "http-api-quotas"). */
const INTEGRATIONS = 300;

const QUOTA = 'L-65B5C802';

export type ApiNeeds = {
  readonly api: ApiName;
  readonly routes: number;
  readonly integrations: number;
};

/** What each HTTP API of a stage needs. */
export function apiNeeds(): readonly ApiNeeds[] {
  return API_NAMES.map((api) => ({
    api,
    // The default route counts, too.
    routes: routesOf(api, OPERATIONS).length + 1,
    integrations: integrationsOf(api, OPERATIONS),
  }));
}

/**
 * Compares the routes and integrations of each API with the quotas. The quota for routes applies to each API, and an increase is granted to
 * one API, which the quota of the account does not show.
 */
export async function checkApis(
  aws: Pick<AwsAccount, 'routesPerApi'>,
  region: string,
  needs: readonly ApiNeeds[] = apiNeeds(),
): Promise<readonly Finding[]> {
  const allowed = await aws.routesPerApi(region);
  return needs.map(({ api, routes, integrations }): Finding => {
    if (integrations > INTEGRATIONS)
      return {
        level: 'failed',
        text: `The API \`${api}\` needs ${integrations} integrations. API Gateway allows ${INTEGRATIONS} and never raises this limit: divide the API (docs/adr/platform/0095-two-apis-and-how-the-platform-grows.md).`,
      };
    if (routes > allowed)
      return {
        level: 'failed',
        text: `The API \`${api}\` needs ${routes} routes, and the quota is ${allowed}: request more for this API in Service Quotas (\`${QUOTA}\`), or divide it.`,
      };
    return {
      level: 'ok',
      text: `HTTP API \`${api}\`: ${routes} of ${allowed} routes, ${integrations} of ${INTEGRATIONS} integrations`,
    };
  });
}

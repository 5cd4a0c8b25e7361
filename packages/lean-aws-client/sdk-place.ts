import type { Environment } from './direct-client.ts';

/**
 * Where the clients of the SDK go: endpoint, region and credentials of the environment. Values that the environment does not have are
 * left to the SDK. Lambda sets all of them, and they stay the same for as long as an instance lives.
 */
export function sdkPlace(environment: Environment, endpoint: string | undefined) {
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment;
  const { AWS_SESSION_TOKEN: sessionToken } = environment;
  return {
    ...(endpoint === undefined ? { ignoreConfiguredEndpointUrls: true } : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : {
          credentials: {
            accessKeyId,
            secretAccessKey,
            ...(sessionToken === undefined ? {} : { sessionToken }),
          },
        }),
  };
}

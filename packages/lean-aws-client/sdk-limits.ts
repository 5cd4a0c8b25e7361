/**
 * Shared SDK client settings; timeouts in milliseconds. All attempts of a hung call together take less than 10 s, the
 * timeout of an operation's function. Settings that equal the SDK default are listed explicitly, so that the SDK does not
 * resolve them from the environment and files on every cold start.
 */
export const SDK_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  retryMode: 'standard',
  // The order of the middleware is computed once for each command, not for each call.
  cacheMiddleware: true,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  disableClockSkewCorrection: false,
  authSchemePreference: noPreference,
  userAgentAppId: noName,
} as const;

async function noPreference(): Promise<string[]> {
  return [];
}

async function noName(): Promise<undefined> {
  return undefined;
}

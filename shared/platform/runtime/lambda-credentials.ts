import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for the SDK's chain of credential providers in deployed bundles: Lambda hands a function its credentials as
 * environment variables and in no other way, and everything else in the chain is a third of the bundle (ADR 20).
 */
export const defaultProvider = () => fromEnv();

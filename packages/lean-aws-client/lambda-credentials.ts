import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's chain of credential providers in deployed bundles. Lambda provides credentials only as environment
 * variables, and the rest of the chain is a third of the bundle (ADR 20).
 */
export const defaultProvider = () => fromEnv();

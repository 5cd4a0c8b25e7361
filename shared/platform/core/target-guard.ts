/** Error codes for a rejected URL of a customer (docs/specification/webhooks.md#address-guard). */
export type UrlProblemCode = 'invalid_url' | 'url_not_https' | 'url_not_public';

/** Why a URL is rejected. `detail` is one sentence for the customer and never contains a resolved address. */
export type UrlProblem = {
  readonly code: UrlProblemCode;
  readonly detail: string;
};

/** Decides whether the platform may send requests to a host of a customer (docs/specification/webhooks.md#address-guard). */
export type TargetGuard = {
  /**
   * Checks the URL without network access; `undefined` means allowed. `ownBaseUrl` is the base URL of the API, which a
   * webhook must not call.
   */
  checkForm(url: string, ownBaseUrl: string): UrlProblem | undefined;

  /**
   * Checks the URL and all addresses of its host; `undefined` means allowed. A host that does not resolve yet is
   * allowed, because each request checks it again. Never rejects.
   */
  check(url: string): Promise<UrlProblem | undefined>;
};

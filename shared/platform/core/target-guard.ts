/** Codes a customer-given URL can be refused with; they are error codes of the API too (G86, R27). */
export type UrlProblemCode = 'invalid_url' | 'url_not_https' | 'url_not_public';

/** Why a URL is refused; `detail` is one sentence for the customer and never names a resolved address. */
export interface UrlProblem {
  readonly code: UrlProblemCode;
  readonly detail: string;
}

/** Decides whether we may send requests to a host that a customer names (G86, R27). */
export interface TargetGuard {
  /**
   * Checks the text of a URL alone; `ownBaseUrl` is the address the API was reached at, which no webhook may lead
   * back to (R27). `undefined` means allowed.
   */
  checkForm(url: string, ownBaseUrl: string): UrlProblem | undefined;

  /**
   * Checks the text of a URL and every address its host resolves to; `undefined` means allowed. A host that
   * does not resolve yet is allowed, because each send checks again. Never rejects.
   */
  check(url: string): Promise<UrlProblem | undefined>;
}

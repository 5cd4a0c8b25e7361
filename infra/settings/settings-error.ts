/** A setting or an option that the operator must correct. The message says how, so no stack trace is printed with it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

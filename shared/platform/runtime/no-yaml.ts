/** Replaces the package `yaml` in deployed bundles: they read the files that were derived when they were bundled. Never called. */
export function stringify(): never {
  throw new Error('Derived files are made when a function is bundled');
}

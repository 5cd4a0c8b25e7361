/** Replaces the package `yaml` in deployed bundles, whose derived files are created at bundling time. Never called. */
export function stringify(): never {
  throw new Error('Derived files are made when a function is bundled');
}

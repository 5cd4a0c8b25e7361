/** Replaces the package `esbuild` in deployed bundles, whose derived files are created at bundling time. Never called. */
export function buildSync(): never {
  throw new Error('Derived files are made when a function is bundled');
}

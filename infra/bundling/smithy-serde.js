/*
 * Replaces `@smithy/core/serde` in bundles, with the same exports. The request handler and the signer of the SDK need the functions below,
 * which that module only passes on. From there, esbuild would also include the classes and tables that it creates when it loads.
 */
export * from 'smithy-serde/index.js';
export { isArrayBuffer } from 'smithy-serde/is-array-buffer/is-array-buffer.js';
export { fromHex, toHex } from 'smithy-serde/util-hex-encoding/hex-encoding.js';
export { fromUtf8 } from 'smithy-serde/util-utf8/fromUtf8.js';
export { toUint8Array } from 'smithy-serde/util-utf8/toUint8Array.js';
export { writeKey } from 'smithy-serde/writeKey.js';
export { hasOwn } from '@smithy/core/transport';

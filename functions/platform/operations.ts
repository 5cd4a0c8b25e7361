import type { Operation } from '#shared/platform/http/operation.ts';
import { operation as getConsole } from './get-console/operation.ts';
import { operation as getHealth } from './get-health/operation.ts';
import { operation as getRoot } from './get-root/operation.ts';
import { operation as routeNotFound } from './route-not-found/operation.ts';

export const PLATFORM_OPERATIONS: readonly Operation[] = [getRoot, getHealth, getConsole, routeNotFound];

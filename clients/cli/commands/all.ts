import type { Command } from '#cli/command/command.ts';
import { api } from './api.ts';
import { completionOf } from './completion.ts';
import { deliveriesList } from './deliveries-list.ts';
import { deliveriesResend } from './deliveries-resend.ts';
import { deliveriesShow } from './deliveries-show.ts';
import { endpointsCreate } from './endpoints-create.ts';
import { endpointsDelete } from './endpoints-delete.ts';
import { endpointsList } from './endpoints-list.ts';
import { endpointsPreview } from './endpoints-preview.ts';
import { endpointsRotateSecret } from './endpoints-rotate-secret.ts';
import { endpointsShow } from './endpoints-show.ts';
import { endpointsEnable, endpointsPause } from './endpoints-switch.ts';
import { endpointsTest } from './endpoints-test.ts';
import { endpointsUpdate } from './endpoints-update.ts';
import { events } from './events.ts';
import { listen } from './listen.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { open } from './open.ts';
import { pagesCreate } from './pages-create.ts';
import { pagesList } from './pages-list.ts';
import { pagesShow } from './pages-show.ts';
import { pagesArchive, pagesPublish, pagesUnpublish } from './pages-status.ts';
import { postsCreate } from './posts-create.ts';
import { postsDelete } from './posts-delete.ts';
import { postsList } from './posts-list.ts';
import { postsSchedule } from './posts-schedule.ts';
import { postsShow } from './posts-show.ts';
import { profiles } from './profiles.ts';
import { recover } from './recover.ts';
import { tail } from './tail.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';
import { whoami } from './whoami.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  profiles,
  listen,
  tail,
  trigger,
  events,
  deliveriesList,
  deliveriesShow,
  deliveriesResend,
  recover,
  endpointsList,
  endpointsShow,
  endpointsCreate,
  endpointsUpdate,
  endpointsEnable,
  endpointsPause,
  endpointsTest,
  endpointsRotateSecret,
  endpointsPreview,
  endpointsDelete,
  verify,
  postsList,
  postsShow,
  postsCreate,
  postsSchedule,
  postsDelete,
  pagesList,
  pagesShow,
  pagesCreate,
  pagesPublish,
  pagesUnpublish,
  pagesArchive,
  open,
  api,
  completionOf(() => COMMANDS),
];

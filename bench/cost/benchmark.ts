import { type Benchmark, PATH_OF_EVENTS } from '#bench/record/benchmark.ts';

export const cost: Benchmark = {
  name: 'cost',
  runs: { cost: [] },
  brief: ['--quick'],
  covers: ['bench/cost', 'infra', 'package-lock.json', 'shared/messaging/store'],
  functions: [
    ...PATH_OF_EVENTS,
    'functions/webhooks/sweep-deliveries',
    'functions/publishing/update-post',
    'functions/biolinks/update-page',
    'functions/biolinks/preview-page',
    'functions/publishing/preview-post',
    'functions/publishing/create-post',
    'functions/publishing/delete-posts',
    'functions/publishing/create-media-from-url',
    'functions/publishing/publish-post',
    'functions/publishing/remove-publications',
    'functions/publishing/download-media',
    'functions/webhooks/read-event-feed',
    'functions/broadcasts/update-broadcast',
    'functions/broadcasts/send-broadcast-messages',
    'functions/messaging/record-receipt',
    'functions/messaging/create-contact',
    'functions/platform/project-changes',
  ],
};

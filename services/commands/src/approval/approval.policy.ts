import { askingTypes, type AskingEvent } from '@jwxt/contracts/all-events.ts';
import type { Policy } from '../kernel/command-route.ts';
import { submitApplicationByPolicy } from './application-submit.ts';

/** What was submitted anywhere opens its application (or opens it again), exactly as frozen. */
export const openApplication: Policy = {
  name: 'application-open',
  types: askingTypes,
  start: 'beginning',
  react: (stored, services) =>
    submitApplicationByPolicy(services, (stored.event as AskingEvent).data.application, stored),
};

import { z } from 'zod';
import { withoutEffect } from '../approval/application.events.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { scoreChangeRequest } from './score-sheet.events.ts';
import { personal } from '../kernel/personal.ts';

export const SCORE_CHANGE_STREAM_PREFIX = 'scoreChange-';
/** Stream of one score-change application's business content (SCORE-CHANGE-07). */
export const scoreChangeStream = (applyId: string) => `${SCORE_CHANGE_STREAM_PREFIX}${applyId}`;

/** Asked for, or asked for again after a return (`application.round` tells). */
export const scoreChangeRequested = defineEvent('ScoreChangeRequested', 2, scoreChangeRequest);
export const scoreChangeEffected = defineEvent('ScoreChangeEffected', 1, z.object({ applyId: z.string() }));
/** Ended (or sent back) without effect: the published score is what it was. */
export const scoreChangeClosed = defineEvent(
  'ScoreChangeClosed',
  1,
  z.object({
    applyId: z.string(),
    outcome: withoutEffect,
    opinion: personal(z.string(), 'about'),
  }),
);

export const scoreChangeEvents = [scoreChangeRequested, scoreChangeEffected, scoreChangeClosed] as const;
export type ScoreChangeEvent = EventOf<(typeof scoreChangeEvents)[number]>;

import { initialiseSheet, registerRemark, saveSheet, submitSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { loadInitialiseFacts } from '../set-up/initialise.facts.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { registerRemarkDecider } from './sheet-remark.ts';
import { saveDecider } from './sheet-save.ts';
import { initialiseDecider } from '../settings/sheet-settings.ts';
import { submitDecider } from '../submission/sheet-submit.ts';
import { loadSubmitFacts } from '../submission/submit.facts.ts';
import { loadGrantedRemarks, recallClass } from '../teaching-class.facts.ts';

/** Commands that people give to a sheet. */
export const scoreSheetRoutes: readonly CommandRoute[] = [
  defineRoute(initialiseSheet, async ({ teachingClassId, scoreType, ...choices }, context, { handler, pool }) => {
    const done = await handler.execute({
      stream: sheetStream(teachingClassId, scoreType),
      decider: initialiseDecider,
      command: {},
      context,
      facts: () => loadInitialiseFacts(pool, teachingClassId, scoreType, choices),
    });
    return isRefused(done)
      ? done
      : { result: { teachingClassId, scoreType, revision: done.revision }, position: done.position };
  }),
  defineRoute(saveSheet, async ({ teachingClassId, scoreType, rows, reason }, context, services) => {
    const done = await services.handler.execute({
      stream: sheetStream(teachingClassId, scoreType),
      decider: saveDecider,
      command: { rows },
      context,
      facts: async () => ({
        actor: context.actor,
        now: context.time,
        reason,
        ...(await recallClass(services, teachingClassId)),
      }),
    });
    return isRefused(done)
      ? done
      : {
          result: { teachingClassId, scoreType, revision: done.revision, savedAt: done.time },
          position: done.position,
        };
  }),
  defineRoute(registerRemark, async ({ teachingClassId, scoreType, ...command }, context, services) => {
    const done = await services.handler.execute({
      stream: sheetStream(teachingClassId, scoreType),
      decider: registerRemarkDecider,
      command,
      context,
      facts: async () => ({
        userName: context.actor.userName,
        ...(await recallClass(services, teachingClassId)),
        granted: await loadGrantedRemarks(services.pool, teachingClassId, scoreType),
      }),
    });
    return isRefused(done)
      ? done
      : { result: { teachingClassId, scoreType, revision: done.revision }, position: done.position };
  }),
  defineRoute(submitSheet, async ({ teachingClassId, scoreType, earlier, ...command }, context, { handler, pool }) => {
    const done = await handler.execute({
      stream: sheetStream(teachingClassId, scoreType),
      decider: submitDecider,
      command,
      context,
      facts: (state) => loadSubmitFacts(pool, { teachingClassId, scoreType, earlier }, state, context),
    });
    if (isRefused(done)) return done;
    if (done.state.status !== sheetStatus.submitted)
      throw new Error(`${context.commandId} has not submitted ${teachingClassId}.${scoreType}, and was not refused`);
    return {
      result: { teachingClassId, scoreType, revision: done.revision, applyId: done.state.submission.applyId },
      position: done.position,
    };
  }),
];

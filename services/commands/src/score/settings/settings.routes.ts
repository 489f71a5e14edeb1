import { changeSettings, forceSubmitSheet, rollbackSheet } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { sheetWarnings } from '@jwxt/contracts/score/sheet-warnings.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { loadSettingsFacts } from './settings.facts.ts';
import { forceSubmitDecider } from './sheet-force-submit.ts';
import { rollbackDecider } from './sheet-rollback.ts';
import { changeSettingsDecider } from './sheet-settings-change.ts';
import { loadSubmitFacts } from '../submission/submit.facts.ts';

/** Commands of exam settings on one sheet. Batches are many of them, each with an id of its own. */
export const settingsRoutes: readonly CommandRoute[] = [
  defineRoute(
    changeSettings,
    async ({ teachingClassId, scoreType, teacherCode, ...rest }, context, { handler, pool }) => {
      const command = { ...rest, teacherCode: teacherCode === '' ? null : teacherCode };
      const done = await handler.execute({
        stream: sheetStream(teachingClassId, scoreType),
        decider: changeSettingsDecider,
        command,
        context,
        facts: (state) => loadSettingsFacts(pool, { teachingClassId, scoreType }, state, command, context.time),
      });
      return isRefused(done)
        ? done
        : { result: { teachingClassId, scoreType, revision: done.revision }, position: done.position };
    },
  ),
  defineRoute(rollbackSheet, async ({ teachingClassId, scoreType, reason }, context, { handler }) => {
    const command = { reason, byName: context.actor.name, application: null };
    const done = await handler.execute({
      stream: sheetStream(teachingClassId, scoreType),
      decider: rollbackDecider,
      command,
      context,
      facts: () => undefined,
    });
    return isRefused(done)
      ? done
      : { result: { teachingClassId, scoreType, revision: done.revision }, position: done.position };
  }),
  defineRoute(forceSubmitSheet, async ({ teachingClassId, scoreType, earlier, reason }, context, { handler, pool }) => {
    const done = await handler.execute({
      stream: sheetStream(teachingClassId, scoreType),
      decider: forceSubmitDecider,
      command: { reason },
      context,
      facts: (state) => loadSubmitFacts(pool, { teachingClassId, scoreType, earlier }, state, context),
    });
    if (isRefused(done)) return done;
    const { state } = done;
    if (state.status !== sheetStatus.submitted)
      throw new Error(`${context.commandId} has not submitted ${teachingClassId}.${scoreType}, and was not refused`);
    const {
      rules,
      submission: { applyId, rows },
    } = state;
    const warnings = sheetWarnings({ ...rules, scoreType, rows }, earlier ?? null).map(({ title }) => title);
    return {
      result: { teachingClassId, scoreType, revision: done.revision, applyId, warnings },
      position: done.position,
    };
  }),
];

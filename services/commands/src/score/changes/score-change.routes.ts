import { loadRemarkSettings } from '../../score-setting/shared/remark-settings.facts.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { noScoreChange, scoreChangeStreams, type ScoreChangeState } from '@jwxt/contracts/score/score-change.state.ts';
import { applyForScoreChange } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { openChangesOf } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { applicationId } from '@jwxt/infra/runtime/event-id.ts';
import { loadDraftFacts } from '../../approval/shared/application-draft.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { CHANGE_PROCESS } from './change-draft.ts';
import { reserveChangeDecider } from './sheet-change.ts';
import { loadGradeScaleNames, loadTeachers } from '../teaching-class.facts.ts';

/** Commands of score changes. The reservation on the sheet carries the request; policies open the rest from it. */
export const scoreChangeRoutes: readonly CommandRoute[] = [
  defineRoute(applyForScoreChange, async ({ teachingClassId, scoreType, ...command }, context, { handler, pool }) => {
    const changeOf = async (applyId: string | undefined): Promise<ScoreChangeState> =>
      applyId === undefined
        ? noScoreChange
        : (await handler.read(scoreChangeStream(applyId), scoreChangeStreams)).state;
    const stream = sheetStream(teachingClassId, scoreType);
    const newApplyId = applicationId({ stream, commandId: context.commandId });
    const done = await handler.execute({
      stream,
      decider: reserveChangeDecider,
      command,
      context,
      async facts(state) {
        const open = state.status === sheetStatus.unset ? [] : openChangesOf(state);
        const [sentAgain, holders] = await Promise.all([
          changeOf(command.applyId),
          Promise.all(open.map(async ({ applyId }) => [applyId, await changeOf(applyId)] as const)),
        ]);
        const version = sentAgain.status === 'none' ? undefined : sentAgain.request.application.process.processVersion;
        const [teachers, gradeScaleNames, remarks, process] = await Promise.all([
          loadTeachers(pool, teachingClassId),
          loadGradeScaleNames(pool),
          loadRemarkSettings(pool),
          loadDraftFacts(pool, CHANGE_PROCESS, version),
        ]);
        return {
          actor: context.actor,
          now: context.time,
          teachers,
          gradeScaleNames,
          remarks,
          process,
          newApplyId,
          sentAgain,
          holders: new Map(holders),
        };
      },
    });
    if (isRefused(done)) return done;
    return { result: { applyId: command.applyId ?? newApplyId }, position: done.position };
  }),
];

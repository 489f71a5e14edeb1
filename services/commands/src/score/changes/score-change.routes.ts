import type { z } from 'zod';
import { applicationStream, type AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { loadRemarkSettings } from '../../score-setting/shared/remark-settings.facts.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { noScoreChange, scoreChangeStreams, type ScoreChangeState } from '@jwxt/contracts/score/score-change.state.ts';
import { applyForScoreChange } from '@jwxt/contracts/score/score-sheet.command.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { openChangesOf } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { applicationId } from '@jwxt/infra/runtime/event-id.ts';
import { loadDraftFacts } from '../../approval/shared/application-draft.ts';
import { bindingFiles } from '../../file/shared/attached-files.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../../kernel/command-route.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import { CHANGE_PROCESS } from './change-draft.ts';
import { reserveChangeDecider } from './sheet-change.ts';
import { loadGradeScaleNames, loadTeachers } from '../teaching-class.facts.ts';

type Form = z.output<typeof applyForScoreChange.payload>;

/** Commands of score changes. The reservation on the sheet carries the request; policies open the rest from it. */
export const scoreChangeRoutes: readonly CommandRoute[] = [
  defineRoute(applyForScoreChange, (form, context, services) =>
    bindingFiles(
      services.pool,
      { businessTable: SCORE_CHANGE_FILES, businessId: form.applyId, uploader: context.actor.userName },
      (files) => apply(form, files, context, services),
    ),
  ),
];

async function apply(
  { teachingClassId, scoreType, ...command }: Form,
  files: readonly AttachedFile[],
  context: CommandContext,
  { handler, pool }: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const changeOf = async (applyId: string | undefined): Promise<ScoreChangeState> =>
    applyId === undefined ? noScoreChange : (await handler.read(scoreChangeStream(applyId), scoreChangeStreams)).state;
  const stream = sheetStream(teachingClassId, scoreType);
  const newApplyId = applicationId({ stream, commandId: context.commandId });
  const done = await handler.execute({
    stream,
    decider: reserveChangeDecider,
    command,
    context,
    async facts(state) {
      const open = state.status === sheetStatus.unset ? [] : openChangesOf(state);
      const [sentAgain, idTaken, holders] = await Promise.all([
        changeOf(command.applyId),
        isTaken(command.applyId, handler),
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
        files,
        sentAgain,
        idTaken,
        holders: new Map(holders),
      };
    },
  });
  if (isRefused(done)) return done;
  return { result: { applyId: command.applyId ?? newApplyId }, position: done.position };
}

async function isTaken(applyId: string | undefined, handler: CommandServices['handler']): Promise<boolean> {
  if (applyId === undefined) return false;
  const { state } = await handler.read(applicationStream(applyId), applicationStreams);
  return state.phase !== 'none';
}

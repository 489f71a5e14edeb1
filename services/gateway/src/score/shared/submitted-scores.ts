import type { z } from 'zod';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { regularApprovalDetail } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { cappedText, computeRow, countedValue, finalText, itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import {
  sheetStream,
  type ScoreChangeRequest,
  type ScoreSheetEvent,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { retakingOf } from '@jwxt/contracts/score/score.vocabulary.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { figuresView, findRegularApprovals, regularApprovalItemOf } from '../regular-approval/regular-approval.read.ts';
import { itemViews } from './score-item-view.ts';

type Submission = z.output<(typeof regularApprovalDetail)['output']>;
type Submitted = Extract<ScoreSheetEvent, { type: 'ScoresSubmitted' }>['data'];

/**
 * What was handed in with an application of a process about sheets, in scope under a permission. From the store itself,
 * so that it is what was decided on, also after the sheet has changed.
 */
export async function submittedScores(
  applyId: string,
  { permission, processNo }: { permission: PermissionCode; processNo: string },
  call: SignedInCall,
): Promise<Submission> {
  const { db, storedStreams } = call.services;
  const [row] = await findRegularApprovals(db, await viewerOf(call), permission, [applyId], processNo);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  const events = await storedStreams.read(sheetStream(row.teaching_class_id, row.score_type));
  const submitted = events
    .flatMap(({ event }) => (event.type === 'ScoresSubmitted' ? [event.data as Submitted] : []))
    .findLast(({ application }) => application.applyId === applyId);
  if (!submitted) throw new Refused('APPROVAL_NOT_FOUND');
  const { rules } = submitted;
  return {
    ...regularApprovalItemOf(row),
    figures: figuresView(submitted.figures),
    round: submitted.application.round,
    remarkChanges: waitingChanges(events.map(({ event }) => event)),
    items: itemViews(rules.items, rules.listCode),
    rows: submitted.rows.map(
      ({
        studentCode,
        studentNumber,
        studentName,
        cells,
        scoreRemarkCode,
        final,
        passed,
        isReExamStudentName,
        administrativeClassName,
        gradeMajorName,
      }) => ({
        studentCode,
        studentNumber,
        studentName,
        items: Object.fromEntries(
          rules.items.map((item) => [
            item.dataKey,
            itemText(countedValue(cells[item.dataKey] ?? null, scoreRemarkCode, item), item, rules),
          ]),
        ),
        scoreRemarkName: remarkName(scoreRemarkCode),
        studentScoreFinalValue: finalText(final, rules),
        studentScoreFinalValueRemark: cappedText(
          computeRow(cells, scoreRemarkCode, rules, { studentCode, ...retakingOf(isReExamStudentName) }),
          rules,
        ),
        passed,
        isReExamStudentName,
        administrativeClassName,
        gradeMajorName,
      }),
    ),
  };
}

/** Changes that wait on the sheet: asked for, not in force, and about a submission that is not published. */
function waitingChanges(events: readonly { readonly type: string; readonly data: unknown }[]) {
  const open = new Map<string, ScoreChangeRequest>();
  for (const { type, data } of events as readonly ScoreSheetEvent[]) {
    if (type === 'ChangeReserved' && data.request) open.set(data.applyId, data.request);
    else if (type === 'ChangeReleased') open.delete(data.applyId);
    else if (type === 'ScoresApproved') open.clear();
  }
  return [...open.values()].flatMap(({ applyId, application: { applicant }, rows }) =>
    rows.flatMap(({ studentName, remark }) =>
      remark
        ? [
            {
              applyId,
              studentName,
              before: remark.beforeName,
              after: remark.afterName,
              applicantName: applicant.name,
            },
          ]
        : [],
    ),
  );
}

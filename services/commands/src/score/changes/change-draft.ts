import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { cellText, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { ScoreChangeRequest, ScoreChangeRow, SheetFacts } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { SetUpSheet } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus, NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { applicantOf, draftApplication, type DraftFacts } from '../../approval/shared/application-draft.ts';
import type { Figures } from '../../approval/shared/node-plan.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import type { EntryFacts } from '../entry/sheet-access.ts';

/** Process of score changes. */
export const CHANGE_PROCESS = 'CJXGSP';

/**
 * Figures that node conditions look at: the largest change of a final value in hundredths (none counts as 0), and
 * whether a fail becomes a pass.
 */
export function changeFigures(rows: readonly ScoreChangeRow[]): Figures {
  return {
    maxChange: Math.max(0, ...rows.map(({ final }) => Math.abs((final.after ?? 0) - (final.before ?? 0)))),
    failToPass: rows.some((row) => !row.passedBefore && row.passedAfter),
  };
}

/** Whose scores they are: the one person named to enter them, or the teachers of the day the sheet was set up. */
function entryTeachers({ importTeacherGh, importTeacher, teachers }: SheetFacts): string {
  const named = (importTeacherGh ?? null) !== null || teachers.length === 0;
  return named ? importTeacher : teachers.map(({ name }) => name).join('、');
}

/**
 * What a change application freezes: the rows asked for, what is attached, and the draft of its approval
 * (domain-model-score §6: 教学班, 学生数, 更改项, 原因).
 */
export function changeRequest(
  sheet: SetUpSheet,
  rows: ScoreChangeRow[],
  { reason, onBehalf }: { reason: string; onBehalf?: boolean },
  again: { applyId: string; round: number } | null,
  { actor, now, newApplyId, files }: EntryFacts & { newApplyId: string; files: readonly AttachedFile[] },
  process: DraftFacts,
): ScoreChangeRequest | Refused {
  const { facts: about, rules } = sheet;
  const applyId = again?.applyId ?? newApplyId;
  const onBehalfOf = onBehalf ? entryTeachers(about) : undefined;
  const items = [
    ...new Set(rows.flatMap((row) => [...row.cells.map((cell) => cell.itemName), ...(row.remark ? ['备注'] : [])])),
  ];
  const application = draftApplication(
    {
      processNo: CHANGE_PROCESS,
      applyId,
      round: again?.round ?? 1,
      applyTime: now,
      applicant: applicantOf(actor),
      businessId: applyId,
      businessTable: SCORE_CHANGE_FILES,
      scoreType: about.scoreType,
      teachingClassId: about.teachingClassId,
      enteredBy: [actor.userName],
      units: { KKDW: about.openDepartmentId, SQDW: actor.departmentId },
      figures: changeFigures(rows),
      content: {
        title: `${classWithCourse(about)}：更改${rows.length}名学生的成绩（${items.join('、')}）`,
        pieces: [
          { label: '课程', value: `${about.courseNum} ${about.courseName}` },
          { label: '教学班', value: about.teachingClassName },
          { label: '学生数', value: String(rows.length) },
          { label: '更改项', value: items.join('、') },
          ...(onBehalfOf === undefined ? [] : [{ label: '代为申请', value: `${actor.name} 代 ${onBehalfOf}` }]),
          { label: '原因', value: reason },
          ...(sheet.status === sheetStatus.submitted
            ? [{ label: '生效', value: '成绩正在审批，通过后在成绩发布时生效；成绩若被退回，则直接记入成绩单' }]
            : []),
        ],
        differences: rows.flatMap((row) => {
          const told = {
            studentNumber: row.studentNumber,
            studentName: row.studentName,
            totalBefore: finalText(row.final.before, rules),
            totalAfter: finalText(row.final.after, rules),
          };
          const cells = row.cells.map((cell) => ({
            ...told,
            itemName: cell.itemName,
            before: cellText(cell.before) ?? NO_SCORE,
            after: cellText(cell.after) ?? NO_SCORE,
          }));
          return row.remark
            ? [...cells, { ...told, itemName: '备注', before: row.remark.beforeName, after: row.remark.afterName }]
            : cells;
        }),
        ...(files.length === 0 ? {} : { files: [...files] }),
      },
      business: { sheet: about, rules, rows, reason },
    },
    process,
  );
  return isRefused(application)
    ? application
    : {
        applyId,
        sheet: about,
        rules,
        rows,
        reason,
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        application,
      };
}

import type { z } from 'zod';
import type { registerRemark } from '@jwxt/contracts/score/score-sheet.command.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { cellValues, remarkOf, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { studentOnSheet, type SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { comesByApplication, remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Decision } from '../../kernel/decider.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { sheetDecider } from '../score-sheet.decider.ts';

/** Facts of a registration: who does it, and the students of the class. */
export interface RegisterFacts {
  readonly userName: string;
  readonly students: ReadonlyMap<string, SheetStudent>;
  /** Who has a remark of an application in force, and which. */
  readonly granted: ReadonlyMap<string, string>;
  readonly remarks: RemarkSettings;
}
export type RegisterCommand = Omit<z.output<typeof registerRemark.payload>, 'teachingClassId' | 'scoreType'>;

/**
 * The office sets a remark that teachers may not, or takes one away, with its reason (domain-model-score §2). The entry
 * window does not bind it; a sheet in approval or published does. 缓考 and 免听 come and go with their applications
 * alone.
 * What a teacher set in between, unseen, is CONCURRENT_CHANGE.
 */
export const registerRemarkDecider = sheetDecider(
  (
    state: ScoreSheetState,
    command: RegisterCommand,
    { students, userName, granted, remarks }: RegisterFacts,
  ): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    if (state.status === sheetStatus.published) return refuse('SHEET_PUBLISHED');
    if (state.status === sheetStatus.submitted)
      return refuse('SHEET_SUBMITTED', { name: state.submission.name, time: toDateTimeText(state.submission.at) });
    const { scoreRemarkCode: after, reason } = command;
    const known = remarks.get(after);
    if (!known) return refuse('SHEET_REMARK_UNKNOWN', { code: after });
    const name = remarkName(after);
    if (!known.inUse) return refuseField('SHEET_REMARK_NOT_IN_USE', { name }, 'scoreRemarkCode');
    if (known.teacherMaySet && after !== scoreRemark.normal) return refuse('SHEET_REMARK_NOT_REGISTERED', { name });
    const applied = comesByApplication(after)
      ? after
      : command.studentCodes.map((code) => granted.get(code)).find((code) => code !== undefined);
    if (applied !== undefined)
      return refuseField('SHEET_REMARK_BY_APPLICATION', { name: remarkName(applied) }, 'scoreRemarkCode');
    const stranger = command.studentCodes.find((code) => !studentOnSheet(state, students, code));
    if (stranger !== undefined) return refuse('SHEET_STUDENT_NOT_IN_CLASS', { student: stranger });
    const {
      facts: { teachingClassId, scoreType, courseId },
      rules,
    } = state;
    const moved = command.studentCodes.some((code) => {
      const remark = state.rows[code]?.remark;
      return remark && remark.revision > command.revision && remark.userName !== userName;
    });
    if (moved) return refuse('CONCURRENT_CHANGE', {}, { data: { revision: state.revision } });
    const rows = [...new Set(command.studentCodes)].flatMap((code) => {
      const row = state.rows[code];
      const before = remarkOf(row);
      const student = studentOnSheet(state, students, code);
      if (before === after || !student) return [];
      const final = { before: row?.final ?? null, after: computeRow(cellValues(row), after, rules, student).final };
      return [{ ...student, before, beforeName: remarkName(before), after, afterName: name, final }];
    });
    return rows.length === 0
      ? []
      : [{ type: 'RemarkSet', data: { teachingClassId, scoreType, courseId, rows, reason } }];
  },
);

import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { z } from 'zod';
import type { ownConduct, OwnPunishment } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import {
  appealStatus,
  appealStatusNames,
  gradeLevelNames,
  leaveStatusNames,
  leaveTypeNames,
  punishStatus,
  punishStatusNames,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { appealUntil } from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Own = z.output<typeof ownConduct.output>;

const named = (category: string, column: string): string =>
  `coalesce((select mc from base.data_dict where dmlb = '${category}' and dm = ${column}), ${column}, '')`;

/** What a student sees of the own rewards, newest first. */
export async function readOwnRewards(db: Queryable, studentCode: string): Promise<Own['rewards']> {
  const { rows } = await db.query<Own['rewards'][number]>(
    `select reward_id as "rewardId", xnzj, reward_name as "rewardName",
        ${named('XJ_JLJB', 'reward_level')} as "rewardLevelName",
        ${named('XJ_JLDJ', 'reward_grade')} as "rewardGradeName", reward_date::text as "rewardDate",
        coalesce(award_unit, '') as "awardUnit"
       from base.reward where student_code = $1 order by reward_date desc, reward_id`,
    [studentCode],
  );
  return rows;
}

type StoredPunishment = Omit<OwnPunishment, 'appealStatusName' | 'punishStatusName' | 'appealUntil'>;

/** The own punishments that were delivered, newest first; removed and revoked ones stay in the history. */
export async function readOwnPunishments(db: Queryable, studentCode: string, today: string): Promise<OwnPunishment[]> {
  const { rows } = await db.query<StoredPunishment>(
    `select punishment_id as "punishmentId", ${named('XJ_WJLB', 'violation_type')} as "violationTypeName",
        violation_date::text as "violationDate", violation_text as "violationText", punish_name as "punishName",
        ${named('XJ_CFMC', 'punish_name')} as "punishNameName", coalesce(document_number, '') as "documentNumber",
        punish_date::text as "punishDate", deliver_date::text as "deliverDate", end_date::text as "endDate",
        remove_date::text as "removeDate", appeal_status as "appealStatus",
        coalesce(appeal_opinion, '') as "appealOpinion", punish_status as "punishStatus"
       from base.punishment where student_code = $1 and deliver_date is not null
      order by violation_date desc, punishment_id`,
    [studentCode],
  );
  return rows.map((row) => {
    const until = row.deliverDate === null ? null : appealUntil(row.deliverDate);
    const open = row.punishStatus === punishStatus.intended && row.appealStatus === appealStatus.none && until !== null;
    return {
      ...row,
      appealStatusName: (appealStatusNames as Record<string, string>)[row.appealStatus] ?? '',
      punishStatusName: (punishStatusNames as Record<string, string>)[row.punishStatus] ?? '',
      appealUntil: open && today <= until ? until : null,
    };
  });
}

/** The own leave, newest first. */
export async function readOwnLeaves(db: Queryable, studentCode: string): Promise<Own['leaves']> {
  const { rows } = await db.query<{
    leaveResultId: string;
    leaveType: string;
    begin: Date;
    end: Date;
    days: number;
    leaveReason: string;
    affectClasses: string;
    back: Date | null;
    leaveStatus: string;
  }>(
    `select leave_result_id as "leaveResultId", leave_type as "leaveType", begin_time as begin, end_time as "end", days,
        leave_reason as "leaveReason", coalesce(affect_classes, '') as "affectClasses", back_time as back,
        leave_status as "leaveStatus"
       from base.leave_result where student_code = $1 order by begin_time desc`,
    [studentCode],
  );
  return rows.map(({ leaveType, begin, end, days, back, leaveStatus, ...row }) => ({
    ...row,
    leaveTypeName: (leaveTypeNames as Record<string, string>)[leaveType] ?? '',
    beginTime: toDateTimeText(begin),
    endTime: toDateTimeText(end),
    days: formatDecimal(days, 1, 1),
    backTime: back === null ? null : toDateTimeText(back),
    leaveStatusName: (leaveStatusNames as Record<string, string>)[leaveStatus] ?? '',
  }));
}

/** The own yearly grades, newest first. */
export async function readOwnGrades(db: Queryable, studentCode: string): Promise<Own['grades']> {
  const { rows } = await db.query<{
    studentGradeId: string;
    xnzj: string;
    gradeLevel: string;
    total: number | null;
    rankInClass: number | null;
  }>(
    `select student_grade_id as "studentGradeId", xnzj, grade_level as "gradeLevel", total_score as total,
        rank_in_class as "rankInClass"
       from base.student_grade where student_code = $1 order by xnzj desc`,
    [studentCode],
  );
  return rows.map(({ gradeLevel, total, ...row }) => ({
    ...row,
    gradeLevelName: (gradeLevelNames as Record<string, string>)[gradeLevel] ?? '',
    totalScore: total === null ? '' : formatDecimal(total, 1, 1),
  }));
}

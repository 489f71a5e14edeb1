import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  admitRuleNames,
  admitWayNames,
  scoreBasisNames,
  shuntStatusNames,
  type AdmitRule,
  type AdmitWay,
  type ScoreBasis,
  type ShuntStatus,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type { OwnShunt } from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { hundredthsText, readTargets } from './shunt.read.ts';

interface OwnRow {
  readonly diversionId: string;
  readonly diversionName: string;
  readonly volunteerBegin: Date;
  readonly volunteerEnd: Date;
  readonly volunteerNum: number;
  readonly admitRule: AdmitRule;
  readonly scoreBasis: ScoreBasis;
  readonly needInterview: boolean;
  readonly open: boolean;
  readonly choices: string[];
  readonly filedAt: Date | null;
  readonly status: ShuntStatus | null;
  readonly rank: number | null;
  readonly rankScore: number | null;
  readonly admitMajorName: string | null;
  readonly admitWay: AdmitWay | null;
  readonly targetClassName: string | null;
  readonly why: string | null;
}

/** The published batches that a student belongs, or belonged, to: what he asked for, and got once it is shown. */
export async function readOwnShunts(db: Queryable, studentCode: string, now: Date): Promise<OwnShunt[]> {
  const { rows } = await db.query<OwnRow>(
    `select batch.diversion_id as "diversionId", diversion_name as "diversionName",
        volunteer_begin as "volunteerBegin", volunteer_end as "volunteerEnd", volunteer_num as "volunteerNum",
        admit_rule as "admitRule", score_basis as "scoreBasis", need_interview = '1' as "needInterview",
        batch.publish_status = '1' and $2 >= volunteer_begin and $2 < volunteer_end
          and ${allowsSql('student.dqztm', 'changeMajor')}
          and student.njzydm = source_grade_major_id as open,
        coalesce(filed.choices, '[]'::jsonb) as choices, filed.filed_at as "filedAt",
        case when shunt.shunt_status in ('2', '3', '4', '5') then shunt.shunt_status end as status,
        placed.rank, placed.rank_score as "rankScore", admitted.target_name as "admitMajorName",
        placed.admit_way as "admitWay", target.bjmc as "targetClassName", coalesce(placed.left_out, placed.why) as why
       from base.professional_diversion batch join base.student on student.student_code = $1
       left join base.diversion_volunteer filed on filed.diversion_id = batch.diversion_id
         and filed.student_code = student.student_code
       left join base.shunt on shunt.diversion_id = batch.diversion_id
       left join base.shunt_student placed on placed.diversion_id = batch.diversion_id
         and placed.student_code = student.student_code
       left join base.major_or_direction admitted on admitted.major_or_direction_key = placed.admit_major_key
       left join base.class_info target on target.bjdm = placed.target_class
      where batch.publish_status <> '0'
        and (student.njzydm = source_grade_major_id or filed.student_code is not null
          or placed.student_code is not null)
      order by volunteer_begin desc, batch.diversion_id`,
    [studentCode, now],
  );
  const targets = await readTargets(
    db,
    rows.map(({ diversionId }) => diversionId),
  );
  return rows.map(
    ({ admitRule, scoreBasis, status, rank, rankScore, admitMajorName, admitWay, targetClassName, why, ...row }) => ({
      ...row,
      volunteerBegin: toDateTimeText(row.volunteerBegin),
      volunteerEnd: toDateTimeText(row.volunteerEnd),
      admitRuleName: admitRuleNames[admitRule],
      scoreBasisName: scoreBasisNames[scoreBasis],
      filedAt: row.filedAt === null ? null : toDateTimeText(row.filedAt),
      targets: targets.flatMap(({ diversionId, ...target }) => (diversionId === row.diversionId ? [target] : [])),
      result:
        status === null
          ? null
          : {
              statusName: shuntStatusNames[status],
              rank,
              rankScore: hundredthsText(rankScore),
              admitMajorName: admitMajorName ?? '',
              admitWayName: admitWay === null ? '' : admitWayNames[admitWay],
              targetClassName: targetClassName ?? '',
              why: why ?? '',
            },
    }),
  );
}

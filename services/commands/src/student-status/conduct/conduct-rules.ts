import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { appealStatus, leaveStatus, punishStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { leaveDays } from '@jwxt/contracts/student-status/conduct/leave.rules.ts';
import { gradeTotal, type GradeWeights } from '@jwxt/contracts/student-status/conduct/student-grade.rules.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { LoggedChange } from '../../kernel/operation-log.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import { classesBetween, leaveMeeting, numberSetting, punishmentInForce } from '../shared/conduct.facts.ts';
import { registeredLife } from './punishment.decider.ts';

const today = (): string => toDateTimeText(new Date()).slice(0, 10);

/** An award in the time of a punishment is kept only where the office says so (STUDENT-STATUS-38). */
export const rewardRules: ResourceRules = {
  stays: (_client, row) => Promise.resolve(row['apply_id'] === null ? null : '由审批产生，请在奖励申请中撤销'),
  async check(client, { studentCode, rewardDate, despitePunishment }) {
    if (String(rewardDate) > today()) return [{ field: 'rewardDate', message: errorText('REWARD_NOT_YET', {}) }];
    if (despitePunishment === yesNo.yes) return [];
    const inForce = await punishmentInForce(client, studentCode, String(rewardDate));
    return inForce === null
      ? []
      : [{ field: 'despitePunishment', message: `该生当时有没有解除的处分（${inForce}）；确需登记请选“是”` }];
  },
};

/** What came by an approval is changed by its commands alone; older punishments are registered by their days. */
export const punishmentRules: ResourceRules = {
  kept: (_client, row) => Promise.resolve(row['apply_id'] === null ? null : '由审批产生，只能送达、复查、解除或撤销'),
  check: (_client, { violationDate, deliverDate }) =>
    Promise.resolve([
      ...(String(violationDate) > today()
        ? [{ field: 'violationDate', message: errorText('PUNISHMENT_DAY', {}) }]
        : []),
      ...(typeof deliverDate === 'string' && deliverDate > today()
        ? [{ field: 'deliverDate', message: '送达日期不应晚于今天' }]
        : []),
    ]),
  derive: (_client, { deliverDate, removeDate, months }, before, { time }) => {
    const day = (value: unknown) => (typeof value === 'string' ? value : null);
    const status = before?.['punish_status'];
    const ended = status === punishStatus.removed || status === punishStatus.revoked;
    return Promise.resolve(
      ended || (before !== null && before['appeal_status'] !== appealStatus.none)
        ? {}
        : {
            ...registeredLife(
              {
                deliverDate: day(deliverDate),
                removeDate: day(removeDate),
                months: months === null || months === undefined ? null : Number(months),
              },
              toDateTimeText(time).slice(0, 10),
            ),
          },
    );
  },
};

/** Days and the classes that are missed follow from the times; nobody is on two leaves at once (STUDENT-STATUS-35). */
export const leaveRules: ResourceRules = {
  inTurn: true,
  kept: (_client, row) => {
    if (row['leave_status'] !== leaveStatus.granted) return Promise.resolve('已销假或已撤销，不能修改');
    return Promise.resolve(row['apply_id'] === null ? null : '由审批产生，请在请假申请中撤销');
  },
  async check(client, { studentCode, beginTime, endTime }, before) {
    const [begin, end] = [toInstant(String(beginTime)), toInstant(String(endTime))];
    const but = before === null ? '' : String(before['leave_result_id']);
    const met = await leaveMeeting(client, { studentCode, begin, end, but });
    return met === null ? [] : [{ field: 'beginTime', message: errorText('LEAVE_OVERLAPS', wordsOf(met)) }];
  },
  derive: async (client, { studentCode, beginTime, endTime }) => ({
    days: String(Math.max(5, leaveDays(String(beginTime), String(endTime))) / 10),
    affectClasses: await classesBetween(client, studentCode, toInstant(String(beginTime)), toInstant(String(endTime))),
  }),
};

const wordsOf = ({ begin, end }: { begin: Date; end: Date }) => ({
  begin: toDateTimeText(begin).slice(0, 16),
  end: toDateTimeText(end).slice(0, 16),
});

/** The weights of the parts of yearly grades, as the school sets them. */
export async function loadGradeWeights(db: Queryable): Promise<GradeWeights> {
  const [moral, study, sport] = [
    await numberSetting(db, 'XJ_DCDY', 20),
    await numberSetting(db, 'XJ_DCXY', 70),
    await numberSetting(db, 'XJ_DCTY', 10),
  ];
  return { moral, study, sport };
}

/** The total follows from its parts, and the ranks of the class from the totals (STUDENT-STATUS-29). */
export const studentGradeRules: ResourceRules = {
  inTurn: true,
  async derive(client, { moralScore, studyScore, sportScore }) {
    const tenths = (value: unknown) =>
      value === null || value === undefined || value === '' ? null : Math.round(Number(value) * 10);
    const parts = { moral: tenths(moralScore), study: tenths(studyScore), sport: tenths(sportScore) };
    const total = gradeTotal(parts, await loadGradeWeights(client));
    return { totalScore: total === null ? null : String(total / 10) };
  },
  stored: (client, row) => rankClass(client, String(row['student_code']), String(row['xnzj'])),
};

/** Ranks everybody of the class of a student in a year by the total, equal ones alike, and tells who has another. */
export async function rankClass(client: PoolClient, studentCode: string, year: string): Promise<LoggedChange[]> {
  const { rows } = await client.query<{ key: string; before: number | null; after: number | null }>(
    `with ranked as (
       select grade.student_grade_id, grade.rank_in_class as before, case when grade.total_score is not null
           then rank() over (order by grade.total_score desc nulls last)::int end as after
         from base.student_grade grade join base.student using (student_code)
        where grade.xnzj = $2 and student.bjdm = (select bjdm from base.student own where own.student_code = $1))
     update base.student_grade known set rank_in_class = ranked.after from ranked
      where known.student_grade_id = ranked.student_grade_id and ranked.before is distinct from ranked.after
      returning known.student_grade_id as key, ranked.before, ranked.after`,
    [studentCode, year],
  );
  return rows.map(({ key, before, after }) => ({
    key,
    before: { rank_in_class: before },
    after: { rank_in_class: after },
  }));
}
